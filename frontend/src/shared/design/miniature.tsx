// A small preview of a design: a real document with the real style sheet, in a shadow tree so that nothing
// leaks out.
import { useLayoutEffect, useRef } from 'react';
import documentCss from '@/shared/document/document.css?inline';
import { safeFragment } from '@/shared/document/safe-html';
import styles from './template-picker.module.css';

/** The layout width of the document. */
const WIDTH = 560;
/** The page's own element styles, which do not apply inside a shadow tree. */
const ELEMENTS = `*{box-sizing:border-box}h1,h2,h3,h4,p{margin:0}h1,h2,h3,h4{line-height:1.15;font-weight:650;letter-spacing:-.02em}
.doc{width:${WIDTH}px;padding:34px 40px;transform-origin:0 0}`;

export function Miniature({ css, html }: { css: string; html: string }) {
  const host = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = `${ELEMENTS}${documentCss}${css}`;
    const paper = document.createElement('div');
    paper.className = 'doc';
    paper.append(safeFragment(html));
    for (const focusable of paper.querySelectorAll('[tabindex]')) focusable.removeAttribute('tabindex');
    root.replaceChildren(style, paper);
    const fit = () => {
      paper.style.transform = `scale(${element.clientWidth / WIDTH})`;
    };
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
    };
  }, [css, html]);

  return <div ref={host} aria-hidden inert className={styles.miniature} />;
}
