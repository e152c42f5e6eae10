// The company profile: the company's texts in proposals, and their design.
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { useMay } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from '../company-form.module.css';
import { CompanyForm } from './company-form';

export function CompanyProfilePage() {
  const { data: company, error, refetch } = useQuery(companyQuery);
  return (
    <Page narrow title="Company Profile" lead="What your proposals say about you, and how they look.">
      {company != null && <CompanyForm key={company.id} company={company} />}
      {company === null && <NotSetUp />}
      {error !== null && (
        <LoadFailure what="your company profile" error={error} onRetry={() => void refetch()} />
      )}
      {company === undefined && error === null && <FormSkeleton />}
    </Page>
  );
}

function NotSetUp() {
  const may = useMay();
  const allowed = may('company:create');
  return (
    <Panel>
      <Notice
        art={<Building2 size={52} strokeWidth={1.4} />}
        title="There is no company profile yet"
        actions={
          allowed && (
            <ButtonLink to={paths.setup} variant="primary">
              Set Up Your Company
            </ButtonLink>
          )
        }
      >
        <p>
          {allowed
            ? 'The setup asks for a name and a website, and takes about two minutes.'
            : 'The owner or an admin of the workspace sets it up.'}
        </p>
      </Notice>
    </Panel>
  );
}

function FormSkeleton() {
  return (
    <div aria-busy className={styles.form}>
      <Skeleton width="60%" height="44px" />
      <Panel className={styles.fields}>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="52px" />
        ))}
      </Panel>
    </div>
  );
}
