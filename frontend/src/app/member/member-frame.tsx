// The frame around every signed-in screen: header, antd's theme, and the loading bar.
import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { useMedia } from '@/shared/lib/use-media';
import { useSession } from '@/shared/session/session';
import { useColorScheme } from '@/shared/theme/color-scheme';
import { FullPageSpinner } from '@/shared/ui/spinner';
import { antdTheme } from './antd-theme';
import { Header } from './header';
import styles from './member-frame.module.css';
import { useIsSwitching } from './switch-workspace';

export function MemberFrame({ children }: { children: ReactNode }) {
  const user = useSession();
  const scheme = useColorScheme();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const theme = useMemo(() => antdTheme(scheme, !still), [scheme, still]);
  const loading = useNavigation().state !== 'idle';
  const switching = useIsSwitching();
  // Signing out clears the cache a moment before the address changes.
  if (user === null) return <FullPageSpinner />;
  return (
    <ConfigProvider theme={theme}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      {loading && <div className={styles.progress} aria-hidden />}
      <Header user={user} />
      <main id="content" tabIndex={-1} className={styles.content}>
        {switching ? <FullPageSpinner /> : children}
      </main>
    </ConfigProvider>
  );
}
