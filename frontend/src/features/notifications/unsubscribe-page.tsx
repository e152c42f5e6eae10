// The target of a mail's unsubscribe link: one click ends that kind of mail. Opening the page alone changes
// nothing, because mail scanners open every link.
import { useSearchParams } from 'react-router';
import { useUnsubscribe } from '@/api/gen/notifications/notifications';
import { userMessage } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Notice } from '@/shared/ui/notice';
import styles from './unsubscribe-page.module.css';

export function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const signedIn = useSession() !== null;
  const { mutate, data, error, isPending } = useUnsubscribe();
  const settings = <ButtonLink to={paths.notificationSettings}>Notification settings</ButtonLink>;
  const title = data === undefined ? 'Stop these mails?' : 'Done';

  return (
    <main className={styles.page}>
      <title>{`${title} · Proffer`}</title>
      <div aria-live="polite">
        {token === '' ? (
          <Notice
            level="h1"
            art={<Logo markOnly />}
            title="This link is not complete"
            actions={signedIn ? settings : <ButtonLink to={paths.home}>Back to Home</ButtonLink>}
          >
            <p>Open it from the mail again, or copy the whole link.</p>
          </Notice>
        ) : (
          <Notice
            level="h1"
            art={<Logo markOnly />}
            title={title}
            actions={
              data === undefined ? (
                <Button
                  variant="primary"
                  busy={isPending}
                  onClick={() => {
                    mutate({ params: { token } });
                  }}
                >
                  Unsubscribe
                </Button>
              ) : (
                signedIn && settings
              )
            }
          >
            {error !== null && (
              <p role="alert" className={styles.failed}>
                {userMessage(error, 'That did not work. Please try again.')}
              </p>
            )}
            <p>
              {data === undefined
                ? 'You will get no more mails of this kind. Other mails are not affected.'
                : data.message}
            </p>
          </Notice>
        )}
      </div>
    </main>
  );
}
