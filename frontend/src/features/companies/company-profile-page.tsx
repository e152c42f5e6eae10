// The company profile: created here by a new workspace, edited here ever after.
import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '@/shared/session/company';
import { Skeleton } from '@/shared/ui/skeleton';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { CompanyForm } from './company-form';
import styles from './company-form.module.css';

export function CompanyProfilePage() {
  const { data: company, error, refetch } = useQuery(companyQuery);

  if (company === null) {
    return (
      <Page
        narrow
        title="Set up your company profile"
        lead="Proposals are written in your name. A company name is enough to begin; everything you add makes them more yours, and you can change it at any time."
      >
        <CompanyForm company={null} />
      </Page>
    );
  }
  return (
    <Page narrow title="Company Profile" lead="What your proposals say about you.">
      {company !== undefined && <CompanyForm key={company.id} company={company} />}
      {error !== null && (
        <LoadFailure what="your company profile" error={error} onRetry={() => void refetch()} />
      )}
      {company === undefined && error === null && <FormSkeleton />}
    </Page>
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
