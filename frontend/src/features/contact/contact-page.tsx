// The contact page for all visitors: by the form, or by mail.
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useGetSite } from '@/api/gen/site/site';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Panel } from '@/shared/ui/panel';
import { SchemeToggle } from '@/shared/ui/scheme-toggle';
import { Skeleton } from '@/shared/ui/skeleton';
import { ContactForm } from './contact-form';
import styles from './contact-page.module.css';

export function ContactPage() {
  return (
    <div className={styles.page}>
      <title>Get in Touch · Proffer</title>
      <header className={styles.header}>
        <Link to={paths.home} aria-label="Proffer, home" className={styles.home}>
          <Logo />
        </Link>
        <SchemeToggle />
      </header>
      <main className={styles.main}>
        <div className={styles.words}>
          <ButtonLink to={paths.home} variant="ghost" size="sm" icon={<ArrowLeft aria-hidden size={17} />}>
            Back to Home
          </ButtonLink>
          <h1>Get in Touch</h1>
          <p>
            Do you have a question, an idea or a problem with your account? Write to us; we answer by email.
          </p>
        </div>
        <div className={styles.ways}>
          <Panel className={styles.sheet}>
            <ContactForm />
          </Panel>
          <SupportAddress />
        </div>
      </main>
    </div>
  );
}

/** Without the address the form still works, so a failure is not reported. */
function SupportAddress() {
  const { data, isError } = useGetSite();
  if (isError) return null;
  return (
    <p className={styles.direct}>
      Or write to us directly at{' '}
      {data === undefined ? (
        <Skeleton width="14em" />
      ) : (
        <a href={`mailto:${data.supportEmail}`}>{data.supportEmail}</a>
      )}
    </p>
  );
}
