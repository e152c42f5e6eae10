// Asks before a key is revoked.
import { useQueryClient } from '@tanstack/react-query';
import { getListApiKeysQueryKey, useRevokeApiKey } from '@/api/gen/identity/identity';
import type { ApiKey } from '@/api/gen/model';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useRevokeApiKey({
    mutation: {
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: getListApiKeysQueryKey() });
        onClose();
        showToast({ title: 'Key revoked', description: `${apiKey.name} no longer works.` });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Key not revoked' });
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      action={`Revoke ${apiKey.name}`}
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => {
        revoke.mutate({ keyId: apiKey.id });
      }}
    >
      <p>
        The key that begins with <code>{apiKey.prefix}</code> stops working at once, as do the programs that
        use it. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
