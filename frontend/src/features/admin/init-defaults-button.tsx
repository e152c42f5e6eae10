// Adds missing settings with their default values.
import { useQueryClient } from '@tanstack/react-query';
import { getListAdminSettingsQueryKey, useInitAdminDefaults } from '@/api/gen/admin/admin';
import { Button } from '@/shared/ui/button';
import { showToast } from '@/shared/ui/toast/toast-store';
import { toastAdminFailure } from './refusal';

export function InitDefaultsButton() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useInitAdminDefaults({
    mutation: {
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: getListAdminSettingsQueryKey() });
        showToast({ title: 'Success', description: 'Default settings initialized successfully!' });
      },
      onError: (error) => {
        toastAdminFailure(error, { title: 'Error', description: 'Failed to initialize default settings' });
      },
    },
  });
  return (
    <Button
      busy={isPending}
      onClick={() => {
        mutate();
      }}
    >
      {isPending ? 'Initializing...' : 'Initialize Defaults'}
    </Button>
  );
}
