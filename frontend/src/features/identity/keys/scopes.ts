// Descriptions of the scopes for the user who creates a key. The server defines which scopes exist
// and which are the default; one without a description here shows its name.
import type { ApiKeyScope } from '@/api/gen/model';

interface ScopeWords {
  label: string;
  text: string;
  /** It exports, commits or costs something: marked as sensitive. */
  sensitive?: true;
}

const words: ReadonlyMap<string, ScopeWords> = new Map(
  Object.entries({
    'company:read': { label: 'Read the company profile', text: 'Name, texts and terms of the workspace.' },
    'clients:read': { label: 'Read clients', text: 'All clients with contacts and notes.' },
    'clients:write': { label: 'Write clients', text: 'Add, change and delete clients.' },
    'proposals:read': { label: 'Read proposals', text: 'All proposals with prices and messages.' },
    'proposals:write': { label: 'Write proposals', text: 'Create, change and delete proposals.' },
    'proposals:send': {
      label: 'Share and send proposals',
      text: 'Clients receive mail and can sign the proposals that this program sends.',
      sensitive: true,
    },
    'proposals:accept': {
      label: 'Record acceptances',
      text: 'Marks a proposal as signed for an acceptance given elsewhere.',
      sensitive: true,
    },
    'assistant:use': {
      label: 'Use the assistant',
      text: 'Counts against the monthly usage of the key’s creator.',
      sensitive: true,
    },
    'workspace:export': {
      label: 'Export the workspace',
      text: 'Download everything in one archive.',
      sensitive: true,
    },
  } satisfies Record<string, ScopeWords>),
);

export const scopeWords = (scope: string): ScopeWords => words.get(scope) ?? { label: scope, text: '' };

const groupTitles: ReadonlyMap<string, string> = new Map([
  ['company', 'Company profile'],
  ['clients', 'Clients'],
  ['proposals', 'Proposals'],
  ['assistant', 'Assistant'],
  ['workspace', 'Workspace'],
]);

/** Grouped by object, in the order of the server. */
export function scopeGroups(scopes: readonly ApiKeyScope[]): { title: string; scopes: ApiKeyScope[] }[] {
  const groups = new Map<string, ApiKeyScope[]>();
  for (const scope of scopes) {
    const [object = scope.scope] = scope.scope.split(':');
    groups.set(object, [...(groups.get(object) ?? []), scope]);
  }
  return [...groups].map(([object, members]) => ({
    title: groupTitles.get(object) ?? object,
    scopes: members,
  }));
}
