// Sets the value of a setting, or disables it.
import { useQueryClient } from '@tanstack/react-query';
import {
  getListAdminSettingsQueryKey,
  getListAdminSettingVersionsQueryKey,
  useUpdateAdminSetting,
} from '@/api/gen/admin/admin';
import { staleRecordOf } from '@/shared/forms/use-save-changes';
import { showToast } from '@/shared/ui/toast/toast-store';
import { toastAdminFailure } from '../refusal';

export function useSaveSetting() {
  const queryClient = useQueryClient();
  return useUpdateAdminSetting({
    mutation: {
      onSuccess: async ({ settingKey }) => {
        const old = [getListAdminSettingsQueryKey(), getListAdminSettingVersionsQueryKey(settingKey)];
        await Promise.all(old.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
        showToast({
          title: 'Success',
          description: 'Setting updated successfully! Preview template automatically refreshed.',
        });
      },
      onError: (error) => {
        // The editor asks which value to keep.
        if (staleRecordOf(error) !== undefined) return;
        toastAdminFailure(error, { title: 'Error', description: 'Failed to update setting' });
      },
    },
  });
}
