// Offers unsaved text from an earlier visit.
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';

export function KeptWorkOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <Callout
      title="You have unsaved changes"
      announced
      actions={
        <>
          <Button size="sm" variant="primary" onClick={onRestore}>
            Restore unsaved changes
          </Button>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard them
          </Button>
        </>
      }
    >
      This tab was closed, or your session ended, before they were saved. You can restore them.
    </Callout>
  );
}
