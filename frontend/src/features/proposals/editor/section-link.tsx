// The name of a section, as a link to it in the document.
import { goToBlock } from './chat/go-to-block';
import styles from './section-link.module.css';

interface Props {
  blockId: string;
  /** Absent if the section was removed. */
  name: string | undefined;
  /** The document is about to be scrolled to: panels that cover it must close. */
  onShow?: (() => void) | undefined;
}

export function SectionLink({ blockId, name, onShow }: Props) {
  if (name === undefined) return <>a section that no longer exists</>;
  return (
    <button
      type="button"
      className={styles.link}
      onClick={() => {
        onShow?.();
        goToBlock(blockId);
      }}
    >
      {name}
    </button>
  );
}
