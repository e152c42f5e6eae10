// All addresses of the front end, so that no screen hard-codes one.
import type { ProposalStatus } from '@/api/gen/model';

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, value);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** The parameters of the wizard; the names are those of the product's query string. */
export interface NewProposalQuery {
  clientId?: string;
  copyFrom?: string;
  clientContext?: string;
  proposedSolution?: string;
  pricingDetails?: string;
  additionalNotes?: string;
}

export const paths = {
  home: '/',
  auth: (query: { tab?: 'register'; returnTo?: string } = {}) => withQuery('/auth', query),
  /** Parts of the landing page. */
  howItWorks: '/#how-it-works',
  features: '/#features',
  pricing: '/#pricing',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  verifyEmail: '/verify-email',
  clients: '/clients',
  /** The import of clients from a file; with an id, the import that was started. */
  importClients: '/clients/import',
  clientImport: (id: string) => `/clients/import/${encodeURIComponent(id)}`,
  proposals: '/proposals',
  /** The proposals in one state. */
  proposalsIn: (status: ProposalStatus) => withQuery('/proposals', { status }),
  newProposal: (query: NewProposalQuery = {}) => withQuery('/proposals/new', { ...query }),
  createProposal: '/create-proposal',
  editProposal: (id: string) => `/proposals/${encodeURIComponent(id)}/edit`,
  companyProfile: '/company/profile',
  /** The design of proposals, a tab of the profile. */
  templateDesign: '/company/profile?tab=template',
  subscription: '/subscription',
  /** The users of the site, for site administrators. */
  admin: '/admin',
  adminSettings: '/admin/settings',
  adminWorkspaces: '/admin/workspaces',
  adminJobs: '/admin/jobs',
  adminMails: '/admin/mails',
  resetPassword: '/reset-password',
  /** The target of an invitation mail. */
  invitation: (token?: string) => withQuery('/invitation', { token }),
  settings: '/settings',
  accountSettings: '/settings/account',
  securitySettings: '/settings/security',
  /** The same, after linking a provider failed. */
  linkingFailed: (ssoError: string) => withQuery('/settings/security', { ssoError }),
  /** The earlier address of the design, before it moved to the profile. */
  brandSettings: '/settings/brand',
  teamSettings: '/settings/team',
  workspaceSettings: '/settings/workspace',
  ssoSettings: '/settings/sso',
  apiKeySettings: '/settings/api-keys',
  auditLog: '/settings/audit-log',
  /** The user's usage of the assistant. */
  usage: '/settings/usage',
  /** The user's notifications. */
  notifications: '/notifications',
  notificationSettings: '/settings/notifications',
  /** The target of the unsubscribe link in mails. */
  unsubscribe: '/unsubscribe',
  /** The public page for verifying a signed document. */
  verify: '/verify',
  /** First steps of a new workspace. */
  setup: '/setup',
  /** A separate document (shared.html): reached by <a>, never by the app's router. */
  shared: (shareToken: string) => `/shared/${encodeURIComponent(shareToken)}`,
  /** The server's redirect to the sign-in screen. */
  login: (returnTo?: string) => withQuery('/api/login', { returnTo }),
  /**
   * The server's redirect to a provider of the whole site; with `link`, to link it to the signed-in account.
   */
  startProvider: (id: string, query: { returnTo?: string; link?: '1' } = {}) =>
    withQuery(`/api/auth/oidc/${encodeURIComponent(id)}/start`, query),
} as const;

/**
 * Where to go after signing in: only a screen of this site. A browser's interpretation of the text counts: it
 * drops tabs and line breaks, reads "\\" as "/" and resolves "..": "/..//host" becomes "//host", another
 * site. The auth screen itself would loop, and API addresses are not screens.
 */
export function safeReturnPath(candidate: string | null): string {
  if (candidate?.startsWith('/') !== true || !URL.canParse(candidate, window.location.origin))
    return paths.home;
  const url = new URL(candidate, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return paths.home;
  return /^\/(auth\/?$|api(\/|$))/i.test(url.pathname) ? paths.home : url.pathname + url.search + url.hash;
}
