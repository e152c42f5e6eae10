/** Changed text, marked by line and by name as well as by colour, with just enough context. */
import type { TextRun } from '@/api/gen/model';
import { around } from './words';

export function Runs({ runs }: { runs: readonly TextRun[] }) {
  return (
    <p className="runs">
      {runs.map(({ wording, text }, at) => {
        if (wording === 'same') {
          return <span key={at}>{around(text, { first: at === 0, last: at === runs.length - 1 })}</span>;
        }
        const Tag = wording === 'added' ? 'ins' : 'del';
        return (
          <Tag key={at}>
            <span className="visually-hidden"> {wording}: </span>
            {text}
          </Tag>
        );
      })}
    </p>
  );
}
