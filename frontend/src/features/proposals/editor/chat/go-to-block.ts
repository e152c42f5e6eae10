import { smoothly } from '@/shared/lib/smooth';
import { showToast } from '@/shared/ui/toast/toast-store';
import { sectionAnchor } from '../anchors';

/** Scrolls to a block of the document and highlights it for a moment. */
export function goToBlock(blockId: string): void {
  const block =
    document.getElementById(sectionAnchor(blockId)) ??
    document.querySelector(`[data-block="${CSS.escape(blockId)}"]`);
  if (block === null) {
    showToast({ title: 'Section not found', description: 'This section is no longer in the document.' });
    return;
  }
  block.scrollIntoView({ behavior: smoothly(), block: 'start' });
  // An animation does not change the document, which a text editor may be observing.
  block.animate(
    [{ backgroundColor: 'var(--flag-wash)' }, { backgroundColor: 'var(--flag-wash)', offset: 0.4 }, {}],
    1600,
  );
}
