// Every screen of the product, once: its address, and what it shows to which users. The unit test
// `src/app/route-table.test.ts` fails if the router has a route that is not here; `routes.spec.ts`
// visits them all.

export const ROLES = ['visitor', 'member', 'admin', 'owner', 'site admin'] as const;
export type Role = (typeof ROLES)[number];

/** The first heading of a screen. */
type Heading = string | RegExp;

export interface Screen {
  /** The route in the app's router, or on the server for pages outside the app. */
  route: string;
  /**
   * A concrete address if the route has parameters; `{proposal}`, `{import}` and `{share}` are replaced by
   * created data.
   */
  address?: string;
  /** The heading for users with access. */
  heading: Heading;
  /** A separate document: the app's router does not link to it. */
  apart?: true;
  /** Rendered at once, without waiting for the server: it shows no data. */
  plain?: true;
  /** What a user without access sees instead. */
  others?: Partial<Record<Role, Heading>>;
  /**
   * Who checks it in detail: both colour schemes, all widths. Empty if it is another screen's
   * second address.
   */
  audited: Role | 'none';
}

export const SIGN_IN = 'Welcome back';
/** The message of the settings' frame instead of a page. */
const REFUSED = /^You cannot open /;
/** Signing in there leads home, and to the setup without a company. */
const HOMES: Partial<Record<Role, Heading>> = {
  member: 'Welcome back, Ben!',
  admin: 'Welcome back, Cleo!',
  owner: 'Welcome back, Ada!',
  'site admin': 'Set up your company',
};
const PROPOSAL = 'New catalogue with a configurator for Harbor & Pine';

const openToAll = (route: string, heading: Heading, more: Partial<Screen> = {}): Screen => ({
  route,
  heading,
  audited: 'visitor',
  ...more,
});
const signedIn = (route: string, heading: Heading, more: Partial<Screen> = {}): Screen => ({
  route,
  heading,
  audited: 'owner',
  ...more,
  others: { visitor: SIGN_IN, ...more.others },
});
const managers = (route: string, heading: Heading, more: Partial<Screen> = {}): Screen =>
  signedIn(route, heading, { ...more, others: { member: REFUSED } });
/** Other users see the sign-in there, as the specification says. */
const siteAdmins = (route: string, heading: Heading): Screen => ({
  route,
  heading,
  others: { visitor: SIGN_IN, member: SIGN_IN, admin: SIGN_IN, owner: SIGN_IN },
  audited: 'site admin',
});

export const HOME = openToAll('/', /proposal/i, { others: HOMES, apart: true, plain: true });

export const SCREENS: readonly Screen[] = [
  HOME,
  signedIn('/', 'Welcome back, Ada!', { others: { ...HOMES, visitor: /proposal/i } }),
  openToAll('/auth', SIGN_IN, { others: HOMES, plain: true }),
  openToAll('/auth', 'Create your account', { address: '/auth?tab=register', others: HOMES, plain: true }),
  openToAll('/verify-email', 'Verification Failed', { plain: true }),
  openToAll('/reset-password', 'Invalid Reset Link', { plain: true }),
  openToAll('/reset-password', 'Choose a new password', { address: '/reset-password?token=x', plain: true }),
  openToAll('/invitation', 'Invitation not found', { address: '/invitation?token=x' }),
  openToAll('/contact', 'Get in Touch', { plain: true }),
  openToAll('/privacy-policy', 'Privacy Policy', { apart: true, plain: true }),
  openToAll('/terms-of-service', 'Terms of Service', { apart: true, plain: true }),
  openToAll('/api/docs', 'API reference', { apart: true, plain: true }),
  openToAll('/verify', 'Check a signed document', { plain: true }),
  openToAll('/unsubscribe', 'This link is not complete', { plain: true }),
  openToAll('/shared/:shareToken', PROPOSAL, { address: '/shared/{share}', apart: true }),
  openToAll('/shared/proposals/:shareToken', PROPOSAL, {
    address: '/shared/proposals/{share}',
    apart: true,
    audited: 'none',
  }),
  openToAll('/shared/:shareToken', 'Proposal Not Found', { address: '/shared/nonsense', apart: true }),
  openToAll('*', '404 Page Not Found', { address: '/nowhere', plain: true }),
  signedIn('/setup', 'Set up your company', { audited: 'site admin', others: HOMES }),
  signedIn('/clients', 'Clients'),
  signedIn('/clients/import', 'Import Clients', { plain: true }),
  signedIn('/clients/import/:importId', 'Import Clients', { address: '/clients/import/{import}' }),
  signedIn('/proposals', 'Proposals'),
  signedIn('/proposals/new', 'Create New Proposal'),
  signedIn('/create-proposal', 'Create New Proposal', { audited: 'none' }),
  signedIn('/proposals/:id/edit', PROPOSAL, {
    address: '/proposals/{proposal}/edit',
    others: { 'site admin': 'Proposal Not Found' },
  }),
  signedIn('/company/profile', 'Company Profile'),
  signedIn('/company/profile', 'Company Profile', { address: '/company/profile?tab=template' }),
  signedIn('/settings/brand', 'Company Profile', { audited: 'none' }),
  signedIn('/subscription', 'Subscription'),
  signedIn('/notifications', 'Notifications'),
  signedIn('/settings', 'Account', { audited: 'none' }),
  signedIn('/settings/account', 'Account', { plain: true }),
  signedIn('/settings/security', 'Security'),
  signedIn('/settings/notifications', 'Notifications'),
  signedIn('/settings/usage', 'AI usage'),
  signedIn('/settings/team', 'Team'),
  managers('/settings/workspace', 'Workspace', { plain: true }),
  managers('/settings/sso', 'Single sign-on'),
  managers('/settings/api-keys', 'API keys'),
  managers('/settings/audit-log', 'Audit log'),
  siteAdmins('/admin', 'Admin Dashboard'),
  siteAdmins('/admin/settings', 'Admin Dashboard'),
  siteAdmins('/admin/workspaces', 'Admin Dashboard'),
  siteAdmins('/admin/jobs', 'Admin Dashboard'),
  siteAdmins('/admin/mails', 'Admin Dashboard'),
];

/** The address to open, with the ids of created data. */
export const addressOf = ({ route, address }: Screen, made: Record<string, string>): string =>
  (address ?? route).replaceAll(/\{(\w+)\}/g, (_, name: string) => made[name] ?? name);
