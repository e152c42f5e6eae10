// What somebody wants to hear of in this workspace, and how. A switch is saved when it is thrown.
import { useQueryClient } from '@tanstack/react-query';
import type { NotificationPreference } from '@/api/gen/model';
import {
  getGetNotificationPreferencesQueryKey,
  useGetNotificationPreferences,
  useSaveNotificationPreferences,
} from '@/api/gen/notifications/notifications';
import { useMember } from '@/shared/session/session';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './preferences.module.css';
import { kindWords } from './sentence';

export function PreferencesPage() {
  const { workspace, email } = useMember();
  const { data, error, refetch } = useGetNotificationPreferences();
  const save = useSavePreference();
  return (
    <Page
      title="Notifications"
      lead={`What you hear of in ${workspace.name}: under the bell, and by mail to ${email}.`}
    >
      {data === undefined && error === null && <PreferencesSkeleton />}
      {data === undefined && error !== null && (
        <LoadFailure what="what you hear of" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Panel className={styles.panel}>
          {/* On a phone its rows are cards; the roles are named, because a browser forgets that it is a table then. */}
          <table role="table" className={styles.table}>
            <caption className="visually-hidden">What you hear of, and how</caption>
            <thead role="rowgroup">
              <tr role="row">
                {['When', 'In the app', 'By mail'].map((column) => (
                  <th key={column} role="columnheader" scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {data.map((preference) => (
                <tr key={preference.kind} role="row">
                  <th role="rowheader" scope="row">
                    {kindWords[preference.kind].label}
                    <small>{kindWords[preference.kind].detail}</small>
                  </th>
                  {(['inApp', 'byMail'] as const).map((way) => (
                    <td key={way} role="cell">
                      <label data-label={way === 'inApp' ? 'In the app' : 'By mail'}>
                        <input
                          type="checkbox"
                          role="switch"
                          checked={preference[way]}
                          aria-label={`${kindWords[preference.kind].label}, ${way === 'inApp' ? 'in the app' : 'by mail'}`}
                          onChange={({ target }) => {
                            save({ ...preference, [way]: target.checked });
                          }}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </Page>
  );
}

/** The switch moves at once; where the server does not take it, it moves back and says why. */
function useSavePreference() {
  const queryClient = useQueryClient();
  const queryKey = getGetNotificationPreferencesQueryKey();
  const { mutate } = useSaveNotificationPreferences({
    mutation: {
      onMutate: ({ data: [changed] }) => {
        const before = queryClient.getQueryData<NotificationPreference[]>(queryKey);
        queryClient.setQueryData<NotificationPreference[]>(queryKey, (now) =>
          now?.map((one) => (one.kind === changed?.kind ? changed : one)),
        );
        return { before };
      },
      onError: (error, _input, kept) => {
        queryClient.setQueryData(queryKey, kept?.before);
        toastFailure(error, { title: 'Not saved' });
      },
    },
  });
  return (preference: NotificationPreference) => {
    mutate({ data: [preference] });
  };
}

function PreferencesSkeleton() {
  return (
    <Panel className={styles.panel} aria-busy>
      {Object.keys(kindWords).map((row) => (
        <div key={row} className={styles.bone}>
          <Skeleton width="140px" />
          <Skeleton width="min(320px, 80%)" height="0.8em" />
        </div>
      ))}
    </Panel>
  );
}
