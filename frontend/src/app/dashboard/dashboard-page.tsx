// The dashboard: the current state, and the next action. The upper part keeps its size while it loads.
import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { Navigate } from 'react-router';
import { useGetDashboard } from '@/api/gen/proposals/proposals';
import type { Dashboard } from '@/api/gen/model';
import { TrialBanner } from '@/shared/billing/trial-banner';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { useMay, useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { MemberFrame } from '../member/member-frame';
import { Checklist } from './checklist/checklist';
import styles from './dashboard-page.module.css';
import { Figures } from './figures';
import { FirstSteps } from './first-steps';
import { Pipeline, PipelineSkeleton } from './pipeline';
import { RecentClients, RecentProposals, RecentSkeleton } from './recent';
import { Section } from './section';
import { Unanswered, UnansweredSkeleton } from './unanswered';
import { YearPanel, YearSkeleton } from './year/year-panel';

export function DashboardHome() {
  return (
    <MemberFrame>
      <DashboardPage />
    </MemberFrame>
  );
}

function DashboardPage() {
  const { firstName, workspace } = useMember();
  const may = useMay();
  const company = useQuery(companyQuery);
  const { data: figures, error, isError, refetch } = useGetDashboard();

  // Without a company profile, the setup comes first; users who may not create one continue without
  // it. A failure of this query does not block the page.
  if (company.data === null && may('company:create')) return <Navigate to={paths.setup} replace />;
  const data = company.isPending ? undefined : figures;

  if (isError && data === undefined) {
    return (
      <Page title="Dashboard">
        <LoadFailure what="your dashboard" error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }

  const isNew = data?.totalProposals === 0 && data.totalClients === 0;

  return (
    <Page
      title={
        data === undefined
          ? `Welcome, ${firstName}!`
          : isNew
            ? `Welcome to Proffer, ${firstName}!`
            : `Welcome back, ${firstName}!`
      }
      lead={isNew ? 'Two steps to your first proposal.' : 'Here is the status of your proposals.'}
      actions={
        <ButtonLink
          to={paths.newProposal()}
          variant={isNew ? 'secondary' : 'primary'}
          icon={<FilePlus2 aria-hidden size={18} />}
        >
          Create New Proposal
        </ButtonLink>
      }
    >
      <TrialBanner />
      <Checklist key={workspace.id} dashboard={data} />
      <div className={styles.parts}>
        <Figures data={data} />
        {isNew ? <FirstSteps /> : <StatusSections data={data} />}
      </div>
    </Page>
  );
}

/** `data` is undefined while it loads. */
function StatusSections({ data }: { data: Dashboard | undefined }) {
  return (
    <>
      <div className={styles.pair}>
        <Section title="Viewed, not answered yet" lead="The longest waiting first.">
          {data ? <Unanswered proposals={data.unanswered} /> : <UnansweredSkeleton />}
        </Section>
        <Section title="Pipeline" lead="All proposals by status.">
          {data ? <Pipeline stages={data.pipeline} /> : <PipelineSkeleton />}
        </Section>
      </div>
      <Section title="The last 12 months">
        {data ? (
          <YearPanel months={data.valueOverTime} acceptance={data.timeToAcceptance} />
        ) : (
          <YearSkeleton />
        )}
      </Section>
      <div className={styles.pair}>
        <Section title="Recent Proposals" all={paths.proposals}>
          {data ? <RecentProposals proposals={data.recentProposals} /> : <RecentSkeleton />}
        </Section>
        <Section title="Recent Clients" all={paths.clients}>
          {data ? <RecentClients clients={data.recentClients} /> : <RecentSkeleton />}
        </Section>
      </div>
    </>
  );
}
