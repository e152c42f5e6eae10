// The frame around every signed-in screen: header, antd's theme, and the loading bar.
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { useSession } from '@/shared/session/session';
import { useColorScheme } from '@/shared/theme/color-scheme';
import { FullPageSpinner } from '@/shared/ui/spinner';
import { antdTheme } from './antd-theme';
import { Header } from './header';
import styles from './member-frame.module.css';
import { useIsSwitching } from './switch-workspace';

const themes = { light: antdTheme('light'), dark: antdTheme('dark') };

export function MemberFrame({ children }: { children: ReactNode }) {
  const user = useSession();
  const scheme = useColorScheme();
  const loading = useNavigation().state !== 'idle';
  const switching = useIsSwitching();
  // Signing out clears the cache a moment before the address changes.
  if (user === null) return <FullPageSpinner />;
  return (
    <ConfigProvider theme={themes[scheme]}>
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
