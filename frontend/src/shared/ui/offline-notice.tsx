// A quiet line while there is no connection. The region is always there: assistive tools announce only what changes in it.
import { WifiOff } from 'lucide-react';
import { useOnline } from '../lib/use-online';
import styles from './offline-notice.module.css';

export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status" aria-live="polite" className={styles.region}>
      {!online && (
        <p className={styles.notice}>
          <WifiOff aria-hidden size={16} />
          You are offline. Your entries are kept.
        </p>
      )}
    </div>
  );
}
