/** The parts of the proposal, with the current one marked. */
import { useEffect, useState } from 'react';

export interface Entry {
  anchor: string;
  title: string;
}

export function SectionNav({ entries }: { entries: readonly Entry[] }) {
  const current = useCurrent(entries);
  if (entries.length < 2) return null;
  return (
    <nav className="section-nav" aria-label="Sections">
      <h2>In this proposal</h2>
      <ol>
        {entries.map(({ anchor, title }) => (
          <li key={anchor}>
            <a href={`#${anchor}`} aria-current={anchor === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The last part that begins above the middle of the window. */
function useCurrent(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const upper = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) upper.add(target.id);
          else upper.delete(target.id);
        }
        setCurrent(entries.find(({ anchor }) => upper.has(anchor))?.anchor);
      },
      { rootMargin: '-20% 0px -70% 0px' },
    );
    for (const { anchor } of entries) {
      const element = document.getElementById(anchor);
      if (element) observer.observe(element);
    }
    return () => {
      observer.disconnect();
    };
  }, [entries]);
  return current;
}
