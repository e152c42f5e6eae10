// What a workspace does until its first proposal is out, and how far it has come: read from what is known anyway.
import type { Company, Dashboard } from '@/api/gen/model';
import { paths } from '@/shared/paths';

export interface Known {
  may: (permission: string) => boolean;
  isOwner: boolean;
  /** Each is undefined until it is known. */
  company: Company | null | undefined;
  dashboard: Pick<Dashboard, 'totalClients' | 'totalProposals' | 'pipeline'> | undefined;
  hasTeam: boolean | undefined;
}

export interface Step {
  label: string;
  /** Where it is done. */
  to: string;
  /** Undefined until it is known. */
  done: boolean | undefined;
}

/** The steps that this user can take; steps for other roles are left out. */
export function stepsOf({ may, isOwner, company, dashboard, hasTeam }: Known): Step[] {
  // To have no profile is to have done nothing for it.
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

/** The four texts that every proposal is written with. */
const isComplete = ({ aboutUs, whyWorkWithUs, howWeWork, whatWeOffer }: Partial<Company>): boolean =>
  [aboutUs, whyWorkWithUs, howWeWork, whatWeOffer].every((text) => text !== undefined && text.trim() !== '');
