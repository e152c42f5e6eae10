// Comparison of the old way (a file sent back and forth) and the new one (a signed sheet).
import { Check, X } from 'lucide-react';
import styles from './comparison.module.css';
import page from './landing-page.module.css';

const oldWay = [
  'Retype your notes into last month’s document, and search it for the other client’s name.',
  'Add the prices up by hand, and hope that no cell was missed.',
  'Attach a file, and wait without knowing whether the client opened it.',
  'Collect change requests from three mails, and send version 7, final, final.',
  'Print, sign, scan, and file the scan somewhere.',
];

const newWay = [
  'Paste the recap. The draft has this client’s name, needs and words in it.',
  'Prices are added up for you, and an amount without a source is never sent.',
  'Send one link. It stays the same however often you revise.',
  'Your client asks next to the paragraph, and sees what has changed.',
  'They sign in the browser. The proof is one file, for both sides.',
];

export function Comparison() {
  return (
    <section className={`${page.section} ${styles.comparison}`} aria-labelledby="comparison-heading">
      <h2 id="comparison-heading" className={page.heading}>
        The same evening, with and without the paperwork
      </h2>
      <div className={styles.ways}>
        <div className={styles.old}>
          <h3>The old way</h3>
          <ul>
            {oldWay.map((text) => (
              <li key={text}>
                <X aria-hidden size={20} />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.new}>
          <h3>The new way</h3>
          <ul>
            {newWay.map((text) => (
              <li key={text}>
                <Check aria-hidden size={20} strokeWidth={2.5} />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
