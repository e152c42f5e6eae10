import { smoothly } from '@/shared/lib/smooth';
import { showToast } from '@/shared/ui/toast/toast-store';
import { sectionAnchor } from '../anchors';

/** Brings a block of the document into view and lights it up for a moment. */
export function goToBlock(blockId: string): void {
  const block =
    document.getElementById(sectionAnchor(blockId)) ??
    document.querySelector(`[data-block="${CSS.escape(blockId)}"]`);
  if (block === null) {
    showToast({ title: 'Not there any more', description: 'This section is no longer in the document.' });
    return;
  }
  block.scrollIntoView({ behavior: smoothly(), block: 'start' });
  // An animation leaves no trace in the document, which a text editor may be watching.
  block.animate(
    [{ backgroundColor: 'var(--flag-wash)' }, { backgroundColor: 'var(--flag-wash)', offset: 0.4 }, {}],
    1600,
  );
}
