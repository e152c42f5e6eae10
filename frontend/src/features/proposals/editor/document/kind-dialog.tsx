// Choosing the kind of a block: for a new one, and for changing an existing one.
import { Dialog } from '@/shared/ui/dialog';
import { KINDS, PRICING } from '../kinds';
import styles from './kind-dialog.module.css';

interface Props {
  title: string;
  /** The current kind, when it is being changed. */
  now?: string;
  /** Whether prices may be chosen. */
  pricing: boolean;
  onChoose: (kind: string) => void;
  onClose: () => void;
}

export function KindDialog({ title, now, pricing, onChoose, onClose }: Props) {
  return (
    <Dialog title={title} width={640} onClose={onClose}>
      <ul className={styles.kinds}>
        {KINDS.filter(({ name }) => pricing || name !== PRICING).map(({ name, words, hint }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.kind}
              aria-current={name === now || undefined}
              onClick={() => {
                onChoose(name);
              }}
            >
              <strong>{words}</strong>
              <span>{hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
