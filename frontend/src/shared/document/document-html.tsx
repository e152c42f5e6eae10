/** Shows stored proposal HTML. Styles come from document.css; safety from safe-html.ts. */
import { useLayoutEffect, useRef } from 'react';
import { safeFragment } from './safe-html';

interface Props {
  html: string;
  className?: string;
}

export function DocumentHtml({ html, className }: Props) {
  const host = useRef<HTMLDivElement>(null);

  // Nodes are moved in rather than re-parsed from a string: exactly what was checked is shown.
  useLayoutEffect(() => {
    host.current?.replaceChildren(safeFragment(html));
  }, [html]);

  return <div ref={host} className={className ? `doc ${className}` : 'doc'} />;
}
