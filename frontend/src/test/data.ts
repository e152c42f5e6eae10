// Sample responses of the API. Tests change the relevant part.
import type { Client, Company, CurrentUser, Dashboard, ProposalCard } from '@/api/gen/model';

export const workspace = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'Harbor Studio',
  role: 'owner',
  countersign: false,
  etag: 'workspace-1',
} as const;

export const user: CurrentUser = {
  id: '0197a000-0000-7000-8000-000000000002',
  email: 'ada@harbor.example',
  firstName: 'Ada',
  lastName: 'Berg',
  isAdmin: false,
  etag: 'user-1',
  emailVerified: true,
  hasPassword: true,
  subscriptionStatus: 'trial',
  trialEndsAt: '2026-12-01T00:00:00.000Z',
  createdAt: '2026-11-17T09:00:00.000Z',
  workspace,
  workspaces: [workspace],
  permissions: [
    'company:read',
    'company:create',
    'company:update',
    'clients:read',
    'clients:create',
    'clients:update',
    'clients:delete',
    'clients:export',
    'objects:read',
    'objects:create',
    'proposals:read',
    'proposals:create',
    'proposals:update',
    'proposals:delete',
    'proposals:share',
    'proposals:send',
    'proposals:accept',
    'assistant:use',
    'account:read',
    'account:update',
    'account:export',
    'account:delete',
    'team:read',
    'team:leave',
    'team:invite',
    'team:update',
    'team:delete',
    'subscription:read',
    'subscription:update',
    'invoices:read',
    'workspace:update',
    'workspace:export',
    'workspace:transfer',
    'sso:read',
    'sso:update',
    'sso:delete',
    'api_keys:read',
    'api_keys:create',
    'api_keys:delete',
    'audit_log:read',
    'audit_log:export',
  ],
};

export const company: Company = {
  id: '0197a000-0000-7000-8000-000000000003',
  name: 'Harbor Studio',
  websiteUrl: 'https://harbor.example',
  currency: 'USD',
  aboutUs: 'We design calm software.',
  certifications: [],
  awards: [],
  customAiRulesEnabled: false,
  etag: 'company-1',
  createdAt: '2026-11-17T09:05:00.000Z',
  updatedAt: '2026-11-17T09:05:00.000Z',
};

export const client: Client = {
  id: '0197a000-0000-7000-8000-000000000004',
  companyName: 'Northwind Dental',
  firstName: 'Mia',
  lastName: 'Öz',
  email: 'mia@northwind.example',
  phone: '+1 555 0100',
  websiteUrl: 'https://northwind.example/',
  enrichment: 'none',
  proposalCount: 3,
  signedProposalCount: 1,
  openProposalCount: 1,
  etag: 'client-1',
  createdAt: '2026-11-18T10:00:00.000Z',
  updatedAt: '2026-11-18T10:00:00.000Z',
};

export const proposalCard: ProposalCard = {
  id: '0197a000-0000-7000-8000-000000000005',
  clientId: client.id,
  title: 'Booking website for Northwind Dental',
  status: 'pending',
  totalAmount: '8100.00',
  currency: 'USD',
  createdAt: '2026-11-19T10:00:00.000Z',
  updatedAt: '2026-11-19T10:00:00.000Z',
  client: {
    id: client.id,
    companyName: client.companyName,
    firstName: client.firstName,
    lastName: client.lastName,
  },
};

/** All states, in the server's order, without proposals. */
const states = ['draft', 'pending', 'in_review', 'accepted', 'signed', 'rejected', 'expired'] as const;
const noStages = states.map((status) => ({ status, count: 0, value: [] }));

/** The twelve months up to November 2026, without proposals. */
const noMonths = Array.from({ length: 12 }, (_, index) => ({
  month: new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 7),
  created: 0,
  won: 0,
  wonValue: [],
}));

export const emptyDashboard: Dashboard = {
  activeProposals: 0,
  totalProposals: 0,
  wonProposals: 0,
  decidedProposals: 0,
  wonOfDecided: 0,
  totalValue: [],
  totalClients: 0,
  pipeline: noStages,
  valueOverTime: noMonths,
  unanswered: [],
  recentProposals: [],
  recentClients: [],
};

export const dashboard: Dashboard = {
  ...emptyDashboard,
  activeProposals: 1,
  totalProposals: 1,
  totalValue: [{ currency: 'USD', amount: '8100.00' }],
  totalClients: 1,
  pipeline: noStages.map((stage) =>
    stage.status === 'pending'
      ? { ...stage, count: 1, value: [{ currency: 'USD', amount: '8100.00' }] }
      : stage,
  ),
  valueOverTime: noMonths.map((month) => (month.month === '2026-11' ? { ...month, created: 1 } : month)),
  recentProposals: [proposalCard],
  recentClients: [client],
};

export const waiting: Dashboard['unanswered'][number] = {
  id: proposalCard.id,
  title: proposalCard.title,
  clientName: client.companyName,
  sentAt: '2026-11-12T10:00:00.000Z',
  lastViewedAt: '2026-11-19T10:00:00.000Z',
  views: 3,
  totalAmount: '8100.00',
  currency: 'USD',
  suggestion: 'follow_up',
};
