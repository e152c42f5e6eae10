// The user's notification preferences in this workspace. A switch is saved as soon as it is
// toggled.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { NotificationPreference } from '@/api/gen/model';
import {
  getGetNotificationPreferencesQueryKey,
  saveNotificationPreferences,
  useGetNotificationPreferences,
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
      lead={`What you are notified of in ${workspace.name}: in the app, and by mail to ${email}.`}
    >
      {data === undefined && error === null && <PreferencesSkeleton />}
      {data === undefined && error !== null && (
        <LoadFailure what="what you hear of" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Panel className={styles.panel}>
          {/* On a phone its rows are cards; the roles are explicit, because browsers drop the table semantics then. */}
          <table role="table" className={styles.table}>
            <caption className="visually-hidden">Events and channels</caption>
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
                            save({ kind: preference.kind, way, on: target.checked });
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

interface Toggle {
  kind: NotificationPreference['kind'];
  way: 'inApp' | 'byMail';
  on: boolean;
}

/**
 * The switch moves at once; if the server refuses, it moves back with a message. Changes are saved
 * one after the other, each starting from the previous answer.
 */
function useSavePreference() {
  const queryClient = useQueryClient();
  const queryKey = getGetNotificationPreferencesQueryKey();
  /** The server's values. */
  const saved = useRef<NotificationPreference[]>([]);
  const waiting = useRef<Toggle[]>([]);
  const show = () => {
    queryClient.setQueryData(queryKey, waiting.current.reduce(toggled, saved.current));
  };
  const { mutate } = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: (toggle: Toggle) =>
      saveNotificationPreferences(toggled(saved.current, toggle).filter(({ kind }) => kind === toggle.kind)),
    onMutate: (toggle) => {
      if (waiting.current.length === 0) saved.current = queryClient.getQueryData(queryKey) ?? [];
      waiting.current.push(toggle);
      show();
    },
    onSuccess: (answer) => {
      saved.current = answer;
    },
    onError: (error) => {
      toastFailure(error, { title: 'Not saved' });
    },
    onSettled: (_answer, _error, toggle) => {
      waiting.current = waiting.current.filter((other) => other !== toggle);
      show();
    },
  });
  return mutate;
}

const toggled = (all: NotificationPreference[], { kind, way, on }: Toggle): NotificationPreference[] =>
  all.map((one) => (one.kind === kind ? { ...one, [way]: on } : one));

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
