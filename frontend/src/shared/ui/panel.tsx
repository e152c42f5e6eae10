// A sheet on the page: the surface of cards, lists and forms.
import type { ComponentProps } from 'react';
import styles from './panel.module.css';

export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={[styles.panel, className].filter(Boolean).join(' ')} />;
}
