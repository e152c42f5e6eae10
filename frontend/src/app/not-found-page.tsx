// The page for unknown addresses.
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Notice } from '@/shared/ui/notice';
import styles from './standalone.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <NotFound />
    </main>
  );
}

/** The same inside a frame that already fills the page. */
export function NotFound() {
  return (
    <>
      <title>404 Page Not Found · Proffer</title>
      <Notice
        level="h1"
        art={<Logo markOnly />}
        title="404 Page Not Found"
        actions={
          <ButtonLink to={paths.home} variant="primary">
            Back to Home
          </ButtonLink>
        }
      >
        <p>There is no page at this address. The link may be mistyped, or the page has moved.</p>
      </Notice>
    </>
  );
}
