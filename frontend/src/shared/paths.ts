// Every address of the front end, so that no screen spells one by hand.

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, value);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** What the wizard can be opened with; the names are those of the product's query string. */
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
  verifyEmail: '/verify-email',
  clients: '/clients',
  proposals: '/proposals',
  newProposal: (query: NewProposalQuery = {}) => withQuery('/proposals/new', { ...query }),
  createProposal: '/create-proposal',
  editProposal: (id: string) => `/proposals/${encodeURIComponent(id)}/edit`,
  companyProfile: '/company/profile',
  subscription: '/subscription',
  /** First steps of a new workspace. */
  setup: '/setup',
  /** A document of its own (shared.html): reached by <a>, never by the app's router. */
  shared: (shareToken: string) => `/shared/${encodeURIComponent(shareToken)}`,
  /** The server's redirect to the sign-in screen. */
  login: (returnTo?: string) => withQuery('/api/login', { returnTo }),
} as const;

/**
 * Where to go after signing in: only a path of this site. "//host" and "/\host" are absolute addresses to a browser,
 * and the auth screen itself would loop.
 */
export function safeReturnPath(candidate: string | null): string {
  if (candidate === null || !/^\/(?![/\\])/.test(candidate)) return paths.home;
  const url = new URL(candidate, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname === '/auth') return paths.home;
  return url.pathname + url.search + url.hash;
}
