// The steps of a workspace until its first proposal is sent, and its progress, derived from data
// that is loaded anyway.
import type { Company, Dashboard } from '@/api/gen/model';
import { paths } from '@/shared/paths';

export interface Known {
  may: (permission: string) => boolean;
  isOwner: boolean;
  /** Each is undefined while loading. */
  company: Company | null | undefined;
  dashboard: Pick<Dashboard, 'totalClients' | 'totalProposals' | 'pipeline'> | undefined;
  hasTeam: boolean | undefined;
}

export interface Step {
  label: string;
  /** The screen of the step. */
  to: string;
  /** Undefined while loading. */
  done: boolean | undefined;
}

/** The steps that this user can take; steps for other roles are left out. */
export function stepsOf({ may, isOwner, company, dashboard, hasTeam }: Known): Step[] {
  // Without a profile the step is not done.
  const profile: Partial<Company> | undefined = company === null ? {} : company;
  const steps: (Step & { for: boolean })[] = [
    {
      for: may('company:update'),
      label: 'Complete your profile',
      to: paths.companyProfile,
      done: profile && isComplete(profile),
    },
    {
      for: may('company:update'),
      label: 'Add your logo',
      to: paths.companyProfile,
      done: profile === undefined ? undefined : profile.logoUrl !== undefined,
    },
    {
      for: may('clients:create'),
      label: 'Add a client',
      to: paths.clients,
      done: dashboard && dashboard.totalClients > 0,
    },
    {
      for: may('proposals:create'),
      label: 'Create a proposal',
      to: paths.newProposal(),
      done: dashboard && dashboard.totalProposals > 0,
    },
    {
      for: may('proposals:send'),
      label: 'Send a proposal',
      to: paths.proposalsIn('draft'),
      done: dashboard?.pipeline.some(({ status, count }) => status !== 'draft' && count > 0),
    },
    {
      for: isOwner && may('team:invite'),
      label: 'Invite a teammate',
      to: paths.teamSettings,
      done: hasTeam,
    },
  ];
  return steps.filter((step) => step.for);
}

/** The four profile texts used in every proposal. */
const isComplete = ({ aboutUs, whyWorkWithUs, howWeWork, whatWeOffer }: Partial<Company>): boolean =>
  [aboutUs, whyWorkWithUs, howWeWork, whatWeOffer].every((text) => text !== undefined && text.trim() !== '');
