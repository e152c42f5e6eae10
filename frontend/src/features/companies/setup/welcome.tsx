// The welcome dialog before the setup: its steps, and how little time it takes. A native modal dialog: the
// focus stays inside until it closes.
import { Globe, Palette, PenLine } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { SignedSheet } from '@/shared/ui/signed-sheet';
import styles from './welcome.module.css';

const WHAT = [
  {
    Icon: Globe,
    title: 'Filled in from your website',
    text: 'Enter its address, and we read what it says about you. Every text shows the page it is from.',
  },
  {
    Icon: Palette,
    title: 'Your look',
    text: 'Choose a template and your colors. You see what a proposal will look like.',
  },
  {
    Icon: PenLine,
    title: 'Your review',
    text: 'Check the texts, change what you like, add your logo.',
  },
] as const;

export function Welcome({ firstName, onStart }: { firstName: string; onStart: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-start]')?.focus();
    // Closed before it is unmounted: removing an open modal element loses the focus.
    return () => {
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      <div className={styles.inner}>
        <header className={styles.brand}>
          <Logo />
        </header>
        <div className={styles.columns}>
          <div className={styles.words}>
            <h1 id={titleId}>Welcome, {firstName}!</h1>
            <p id={textId} className={styles.lead}>
              Five short steps. In about two minutes your proposals have your style.
            </p>
            <ul className={styles.list}>
              {WHAT.map(({ Icon, title, text }) => (
                <li key={title}>
                  <Icon aria-hidden size={22} strokeWidth={1.8} />
                  <div>
                    <h2>{title}</h2>
                    <p>{text}</p>
                  </div>
                </li>
              ))}
            </ul>
            <div className={styles.start}>
              <Button data-start variant="primary" onClick={onStart}>
                Get started
              </Button>
              <p>You can leave at any time. Your entries are kept.</p>
            </div>
          </div>
          <div className={styles.art}>
            <SignedSheet />
          </div>
        </div>
      </div>
    </dialog>
  );
}
