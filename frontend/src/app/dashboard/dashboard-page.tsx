// The signed-in home: where things stand, and the next thing to do.
import { FilePlus2, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGetDashboard } from '@/api/gen/proposals/proposals';
import type { CurrencyValue, Dashboard } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { MemberFrame } from '../member/member-frame';
import styles from './dashboard-page.module.css';
import { RecentClients, RecentProposals, RecentSkeleton } from './recent';

export function DashboardHome() {
  return (
    <MemberFrame>
      <DashboardPage />
    </MemberFrame>
  );
}

function DashboardPage() {
  const { firstName } = useMember();
  const { data, error, isError, refetch } = useGetDashboard();

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
      lead={isNew ? 'Two steps to your first proposal.' : 'Here is where your proposals stand.'}
      actions={
        !isNew && (
          <ButtonLink to={paths.newProposal()} variant="primary" icon={<FilePlus2 aria-hidden size={18} />}>
            Create New Proposal
          </ButtonLink>
        )
      }
    >
      {isNew && <FirstSteps />}
      <dl className={styles.figures} aria-busy={data === undefined}>
        <Figure label="Active Proposals" value={data && String(data.activeProposals)} />
        <TotalValue values={data?.totalValue} />
        <Figure label="Win Rate" value={data && `${String(winRate(data))}%`} />
        <Figure label="Total Clients" value={data && String(data.totalClients)} />
      </dl>
      {!isNew && (
        <div className={styles.recent}>
          <Recent title="Recent Proposals" all={paths.proposals}>
            {data ? <RecentProposals proposals={data.recentProposals} /> : <RecentSkeleton />}
          </Recent>
          <Recent title="Recent Clients" all={paths.clients}>
            {data ? <RecentClients clients={data.recentClients} /> : <RecentSkeleton />}
          </Recent>
        </div>
      )}
    </Page>
  );
}

/** Whole percent of all proposals that were won. */
const winRate = ({ wonProposals, totalProposals }: Dashboard): number =>
  totalProposals === 0 ? 0 : Math.round((wonProposals / totalProposals) * 100);

/** Currencies are not added up: the first stands large, the others beneath it. */
function TotalValue({ values }: { values: readonly CurrencyValue[] | undefined }) {
  const [first = { amount: '0.00', currency: 'USD' }, ...others] = values ?? [];
  return (
    <Figure label="Total Value" value={values && formatMoney(first.amount, first.currency)}>
      {others.map(({ amount, currency }) => (
        <dd key={currency} className={styles.other}>
          {formatMoney(amount, currency)}
        </dd>
      ))}
    </Figure>
  );
}

function FirstSteps() {
  return (
    <div className={styles.steps}>
      <Panel className={styles.step}>
        <UserPlus aria-hidden size={28} />
        <h2>Add your first client</h2>
        <p>Name, contact and email are enough. Proposals are addressed to them.</p>
        <ButtonLink to={paths.clients} variant="primary">
          Add Client
        </ButtonLink>
      </Panel>
      <Panel className={styles.step}>
        <FilePlus2 aria-hidden size={28} />
        <h2>Create your first proposal</h2>
        <p>Paste the notes of a meeting and review what comes out of them.</p>
        <ButtonLink to={paths.newProposal()}>Start Creating</ButtonLink>
      </Panel>
    </div>
  );
}

/** `value` is undefined while it loads. */
function Figure({
  label,
  value,
  children,
}: {
  label: string;
  value: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd data-loading={value === undefined || undefined}>{value ?? '–'}</dd>
      {children}
    </div>
  );
}

function Recent({ title, all, children }: { title: string; all: string; children: ReactNode }) {
  return (
    <section>
      <div className={styles.recentHead}>
        <h2>{title}</h2>
        <Link to={all} aria-label={`View all: ${title}`}>
          View all
        </Link>
      </div>
      {children}
    </section>
  );
}
