// The setup of a new workspace. With a company profile there is nothing to set up; users without
// permission see who may do it.
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { Navigate } from 'react-router';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { useMay, useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { SetupWizard } from './setup-wizard';
import styles from './setup.module.css';

const SETUP_TITLE = 'Set up your company';

export function SetupPage() {
  const user = useMember();
  const may = useMay();
  const { data: company, error, refetch } = useQuery(companyQuery);

  if (company != null) return <Navigate to={paths.home} replace />;
  if (!may('company:create')) {
    return (
      <>
        <title>{`${SETUP_TITLE} · Proffer`}</title>
        <Notice
          level="h1"
          art={<Building2 size={52} strokeWidth={1.4} />}
          title="The company is not set up yet"
          actions={<ButtonLink to={paths.home}>Go to the dashboard</ButtonLink>}
        >
          <p>
            The owner or an admin of {user.workspace.name} sets it up. You can work with clients and proposals
            in the meantime.
          </p>
        </Notice>
      </>
    );
  }
  if (company === null) return <SetupWizard key={user.workspace.id} user={user} />;
  return (
    <Page
      title={SETUP_TITLE}
      lead="Proposals are written in your name. Everything can be changed later."
      narrow
    >
      {error === null ? (
        <SetupSkeleton />
      ) : (
        <LoadFailure what="your company profile" error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function SetupSkeleton() {
  return (
    <div aria-busy className={styles.bones}>
      <Skeleton height="44px" />
      <Panel className={styles.fields}>
        <Skeleton width="min(220px, 60%)" height="1.6em" />
        <Skeleton height="64px" />
        <Skeleton height="64px" />
        <Skeleton height="64px" />
      </Panel>
    </div>
  );
}
