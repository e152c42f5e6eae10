// Offers unsaved text from an earlier visit.
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';

export function KeptWorkOffer({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <Callout
      title="Some of your changes were never saved"
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
      This tab was closed, or your session ended, before they reached the server. They are still here.
    </Callout>
  );
}
