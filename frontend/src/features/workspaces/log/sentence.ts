// An audit entry as a sentence: "Ada Meyer deleted client Harbor GmbH". The log uses the policy's
// terms; an unknown one is shown by its name, so that nothing is hidden.
import type { AuditLogEntry } from '@/api/gen/model';

type AuditAction = Pick<AuditLogEntry, 'action' | 'object' | 'targetName'>;

/** The action in words; the target's name follows if it adds something. */
export interface Phrase {
  words: string;
  target?: string;
}

/** A map, because an object would also find `constructor`. */
const wordList = (words: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(words));

const verbs = wordList({
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  share: 'shared',
  send: 'sent',
  accept: 'recorded the acceptance of',
  confirm: 'confirmed a price of',
  export: 'exported',
  read: 'read',
  use: 'used',
});

const nouns = wordList({
  account: 'their account',
  api_keys: 'API key',
  assistant: 'the assistant',
  audit_log: 'the audit log',
  clients: 'client',
  company: 'the company profile',
  notifications: 'their notifications',
  objects: 'a file',
  proposals: 'proposal',
  shared_proposal: 'proposal',
  site: 'the site',
  sso: 'single sign-on',
  subscription: 'the subscription',
  team: 'member',
  workspace: 'the workspace',
});

/** Exceptions from the verb-and-noun sentences. A following name must fit. */
const phrases = wordList({
  'account:accept_invitation': 'joined the team',
  'account:change_password': 'changed their password',
  'account:change_picture': 'changed their picture',
  'account:end_session': 'ended a session',
  'account:end_sessions': 'ended their other sessions',
  'account:register': 'opened an account',
  'account:sign_in': 'signed in',
  'account:sign_out': 'signed out',
  'account:switch': 'switched workspace',
  'account:unlink_identity': 'unlinked a way to sign in',
  'account:update': 'changed their account',
  'api_keys:create': 'created API key',
  'api_keys:delete': 'revoked API key',
  'assistant:use': 'asked the assistant about proposal',
  'company:change_logo': 'changed the logo of',
  'company:choose_design': 'chose the design',
  'company:remove_logo': 'removed the logo of',
  'notifications:end_reminders': 'ended the reminders of proposal',
  'notifications:unsubscribe': 'unsubscribed from mails when',
  'notifications:update': 'changed their notification settings',
  'objects:complete': 'completed the upload of',
  'objects:create': 'requested an address to upload',
  'objects:give_up': 'cancelled uploading',
  'objects:lend_keys': 'received temporary credentials to upload',
  'proposals:accept_claims': 'accepted claims in proposal',
  'proposals:countersign': 'countersigned proposal',
  'proposals:download': 'downloaded the signed document of proposal',
  'proposals:refresh': 'updated the company’s details in proposal',
  'proposals:remind': 'reminded the client of proposal',
  'proposals:remove_claims': 'removed claims from proposal',
  'proposals:renew_link': 'replaced the link to proposal',
  'proposals:restore': 'restored an earlier version of proposal',
  'proposals:revoke_link': 'revoked the link to proposal',
  'shared_proposal:accept': 'accepted and signed proposal',
  'shared_proposal:decline': 'declined proposal',
  'shared_proposal:request_changes': 'asked for changes to proposal',
  'site:block_assistant': 'blocked the assistant for',
  'site:end_plan': 'revoked the granted plan:',
  'site:end_site_admin': 'removed site administration from',
  'site:give_plan': 'granted this workspace',
  'site:init_defaults': 'added the missing settings',
  'site:make_site_admin': 'granted site administration to',
  'site:resend_verification': 'sent another verification link to',
  'site:retry_job': 'retried the job',
  'site:unblock_assistant': 'unblocked the assistant for',
  'site:update': 'changed the setting',
  'sso:add_domain': 'added the domain',
  'sso:delete': 'removed single sign-on with',
  'sso:prove': 'verified the domain',
  'sso:remove_domain': 'removed the domain',
  'sso:test': 'tested single sign-on with',
  'sso:update': 'changed single sign-on for',
  'subscription:checkout': 'started the checkout for',
  'subscription:portal': 'opened the payment settings at',
  'team:cancel': 'cancelled the invitation of',
  'team:delete': 'removed member',
  'team:invite': 'invited',
  'team:join': 'joined the team',
  'team:leave': 'left the team',
  'team:resend': 'sent another invitation to',
  'team:update': 'changed the role of',
  'workspace:countersign_off': 'switched countersigning off in',
  'workspace:countersign_on': 'switched countersigning on in',
  'workspace:transfer': 'transferred the workspace to',
  // Name and countersigning use the same operation; the name is the current one.
  'workspace:update': 'changed the workspace',
});

/** The same for entries without a target name. */
const nameless = wordList({
  'assistant:use': 'had the assistant read a recap',
  'company:choose_design': 'chose a design',
  'site:end_plan': 'revoked the granted plan',
  'site:give_plan': 'granted this workspace a plan',
  'site:update': 'changed a setting',
  'sso:delete': 'removed single sign-on',
  'sso:test': 'tested single sign-on',
  'sso:update': 'changed single sign-on',
  'subscription:checkout': 'started a checkout',
  'subscription:portal': 'opened the payment settings',
  'team:cancel': 'cancelled an invitation',
  'team:delete': 'removed a member',
  'team:invite': 'invited a person',
  'team:resend': 'sent an invitation again',
  'team:update': 'changed a member’s role',
  'workspace:transfer': 'transferred the workspace',
});

/** An action on the actor's own account: the log contains the name twice. */
const isOwn = ({ object, action }: AuditAction): boolean =>
  object === 'account' || (object === 'team' && (action === 'join' || action === 'leave'));

const plain = (word: string): string => word.replaceAll('_', ' ');

export function phraseOf(entry: AuditAction): Phrase {
  const { action, object, targetName } = entry;
  const key = `${object}:${action}`;
  const words =
    phrases.get(key) ?? `${verbs.get(action) ?? plain(action)} ${nouns.get(object) ?? plain(object)}`;
  if (isOwn(entry)) return { words };
  if (targetName !== undefined && targetName !== '') return { words, target: targetName };
  return { words: nameless.get(key) ?? words };
}

/** The whole sentence, for screen readers. */
export function sentenceOf(entry: AuditAction & Pick<AuditLogEntry, 'actorName'>): string {
  const { words, target } = phraseOf(entry);
  return [entry.actorName, words, target].filter(Boolean).join(' ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The kinds of objects and the actions that the filters offer. */
export const objectChoices = [
  { value: 'clients', label: 'Clients' },
  { value: 'proposals', label: 'Proposals' },
  { value: 'shared_proposal', label: 'Client responses' },
  { value: 'company', label: 'Company profile' },
  { value: 'team', label: 'Team' },
  { value: 'workspace', label: 'Workspace' },
  { value: 'subscription', label: 'Subscription' },
  { value: 'sso', label: 'Single sign-on' },
  { value: 'api_keys', label: 'API keys' },
  { value: 'account', label: 'Accounts' },
  { value: 'audit_log', label: 'Audit log' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'site', label: 'Site' },
] as const;

export const actionChoices = [
  { value: 'create', label: 'Create' },
  { value: 'update', label: 'Change' },
  { value: 'delete', label: 'Delete' },
  { value: 'share', label: 'Share' },
  { value: 'renew_link', label: 'Replace a link' },
  { value: 'revoke_link', label: 'Revoke a link' },
  { value: 'send', label: 'Send' },
  { value: 'remind', label: 'Remind' },
  { value: 'accept', label: 'Accept' },
  { value: 'countersign', label: 'Countersign' },
  { value: 'decline', label: 'Decline' },
  { value: 'request_changes', label: 'Request changes' },
  { value: 'invite', label: 'Invite' },
  { value: 'join', label: 'Join' },
  { value: 'leave', label: 'Leave' },
  { value: 'transfer', label: 'Transfer' },
  { value: 'restore', label: 'Restore' },
  { value: 'refresh', label: 'Refresh' },
  { value: 'accept_claims', label: 'Accept claims' },
  { value: 'remove_claims', label: 'Remove claims' },
  { value: 'confirm', label: 'Confirm a price' },
  { value: 'choose_design', label: 'Choose a design' },
  { value: 'export', label: 'Export' },
  { value: 'checkout', label: 'Start checkout' },
  { value: 'portal', label: 'Open payment settings' },
  { value: 'give_plan', label: 'Grant a plan' },
  { value: 'end_plan', label: 'Revoke a plan' },
] as const;

/** The choices of a filter, including an unknown one from the address. */
export function choicesWith(
  choices: readonly { value: string; label: string }[],
  current: string,
): readonly { value: string; label: string }[] {
  if (current === '' || choices.some(({ value }) => value === current)) return choices;
  return [...choices, { value: current, label: capital(plain(current)) }];
}
