// Below a field: the source page of its text, or that page's different text.
import { shortAddress } from './address';
import styles from './source-note.module.css';

interface Props {
  label: string;
  /** The text on the website. */
  text: string;
  /** The source page. */
  url: string | undefined;
  /** The field has the same text. */
  same: boolean;
  onUse: () => void;
  /** Absent: there is no own text to restore. */
  onTakeBack: (() => void) | undefined;
}

export function SourceNote({ label, text, url, same, onUse, onTakeBack }: Props) {
  const page =
    url === undefined ? (
      'your website'
    ) : (
      <a href={url} target="_blank" rel="noreferrer">
        {shortAddress(url)}
        <span className="visually-hidden"> (source of {label}, opens in a new tab)</span>
      </a>
    );
  if (same) {
    return (
      <p className={styles.note}>
        <span>from {page}</span>
        {onTakeBack !== undefined && (
          <button type="button" className={styles.button} onClick={onTakeBack}>
            Restore my text<span className="visually-hidden">: {label}</span>
          </button>
        )}
      </p>
    );
  }
  return (
    <div className={styles.other}>
      <p>{page} says:</p>
      <blockquote>{text}</blockquote>
      <button type="button" className={styles.button} onClick={onUse}>
        Use the text from the website<span className="visually-hidden">: {label}</span>
      </button>
    </div>
  );
}
