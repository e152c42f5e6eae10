/** Shows stored proposal HTML. Styles come from document.css; safety from safe-html.ts. */
import { useLayoutEffect, useRef } from 'react';
import { safeFragment } from './safe-html';

interface Props {
  html: string;
  className?: string;
  /** Block ids to point out as changed since the reader last saw the document. */
  changed?: ReadonlySet<string>;
}

export function DocumentHtml({ html, className, changed }: Props) {
  const host = useRef<HTMLDivElement>(null);

  // Nodes are moved in rather than re-parsed from a string: what was checked is exactly what is shown.
  useLayoutEffect(() => {
    const fragment = safeFragment(html);
    for (const block of fragment.querySelectorAll('[data-block]')) {
      if (!changed?.has(block.getAttribute('data-block') ?? '')) continue;
      block.classList.add('doc-changed');
      const note = document.createElement('p');
      note.className = 'doc-changed-note';
      note.textContent = 'Updated since you opened this page';
      block.prepend(note);
    }
    host.current?.replaceChildren(fragment);
  }, [html, changed]);

  return <div ref={host} className={className ? `doc ${className}` : 'doc'} />;
}
