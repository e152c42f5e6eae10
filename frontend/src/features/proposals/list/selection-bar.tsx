// The actions for the selected proposals; visible while there are any.
import { Trash2, X } from 'lucide-react';
import { Button, IconButton } from '@/shared/ui/button';
import styles from './selection-bar.module.css';

interface Props {
  count: number;
  onDelete: () => void;
  onClear: () => void;
}

export function SelectionBar({ count, onDelete, onClear }: Props) {
  return (
    <div className={styles.bar} role="region" aria-label="Selected proposals">
      <p role="status">{count === 1 ? '1 proposal selected' : `${String(count)} proposals selected`}</p>
      <Button size="sm" variant="danger" icon={<Trash2 aria-hidden size={16} />} onClick={onDelete}>
        Delete
      </Button>
      <IconButton label="Clear the selection" onClick={onClear}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  );
}
