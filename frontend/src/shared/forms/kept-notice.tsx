// Says that a form shows an unsaved draft, so that it is not mistaken for the stored data.
import { Button } from '@/shared/ui/button';
import styles from './kept-notice.module.css';

export function KeptNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className={styles.notice} role="status">
      What you typed earlier is still here.
      <Button variant="ghost" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </p>
  );
}
