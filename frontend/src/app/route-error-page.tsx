// A screen that could not be shown: its code did not load, its data failed in a way it does not handle, or it has a bug.
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isProblem } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Notice } from '@/shared/ui/notice';
import { NotFoundPage } from './not-found-page';
import styles from './standalone.module.css';

export function RouteErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <main className={styles.page}>
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
          {isProblem(error) ? error.userMessage : 'This screen could not be shown.'} Nothing you saved is
          lost.
        </p>
        {isProblem(error) && error.body.requestId !== undefined && <p>Reference: {error.body.requestId}</p>}
      </Notice>
    </main>
  );
}
