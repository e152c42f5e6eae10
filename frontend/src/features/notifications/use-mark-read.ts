// Marks notifications as read: the count and the lists are updated from the server's answer.
import { useQueryClient } from '@tanstack/react-query';
import {
  getCountUnreadQueryKey,
  getListNotificationsQueryKey,
  useMarkNotificationsRead,
} from '@/api/gen/notifications/notifications';
import { toastFailure } from '@/shared/ui/toast/toast-store';

export function useMarkRead() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMarkNotificationsRead({
    mutation: {
      onSuccess: (unread) => {
        queryClient.setQueryData(getCountUnreadQueryKey(), unread);
        void queryClient.invalidateQueries({ queryKey: getListNotificationsQueryKey() });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Could not mark as read' });
      },
    },
  });
  return {
    busy: isPending,
    one: (id: string) => {
      mutate({ data: { ids: [id] } });
    },
    all: () => {
      mutate({ data: {} });
    },
  };
}
