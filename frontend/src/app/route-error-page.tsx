// A screen that could not be shown: its code did not load, its data failed in an unexpected way, or
// it has a bug.
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isProblem, NETWORK_ERROR } from '@/api/problem';
import { useOnline } from '@/shared/lib/use-online';
import { Button } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Notice } from '@/shared/ui/notice';
import { NotFound } from './not-found-page';
import styles from './standalone.module.css';

/** The whole page, if its frame failed too. */
export function RouteErrorPage() {
  return (
    <main className={styles.page}>
      <RouteError />
    </main>
  );
}

/** One screen, inside its working frame. */
export function FramedRouteError() {
  return (
    <div className={styles.page}>
      <RouteError />
    </div>
  );
}

function RouteError() {
  const error = useRouteError();
  const online = useOnline();

  // Only offline: it continues when the connection is back.
  const away = isUnreachable(error);
  useEffect(() => {
    if (!away) return;
    const reload = () => {
      window.location.reload();
    };
    window.addEventListener('online', reload);
    return () => {
      window.removeEventListener('online', reload);
    };
  }, [away]);

  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (away && !online) {
    return (
      <>
        <title>You are offline · Proffer</title>
        <Notice level="h1" art={<Logo markOnly />} title="You are offline">
          <p>This page opens as soon as you are online again. Nothing you saved is lost.</p>
        </Notice>
      </>
    );
  }
  return (
    <>
      <title>Something went wrong · Proffer</title>
      <Notice
        level="h1"
        art={<Logo markOnly />}
        title="Something went wrong"
        actions={
          <Button
            variant="primary"
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload this page
          </Button>
        }
      >
        <p>
          {isProblem(error)
            ? error.userMessage
            : isCodeMissing(error)
              ? 'A part of Proffer could not be loaded. It may have been updated while this page was open.'
              : 'This screen could not be shown.'}{' '}
          Nothing you saved is lost.
        </p>
        {isProblem(error) && error.body.requestId !== undefined && <p>Reference: {error.body.requestId}</p>}
      </Notice>
    </>
  );
}

/**
 * A screen's code failed to load. Browsers have no common error for it, each has a different
 * message.
 */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|importing a module script|module script failed/i.test(error.message);

const isUnreachable = (error: unknown): boolean =>
  isCodeMissing(error) || (isProblem(error) && error.code === NETWORK_ERROR);
