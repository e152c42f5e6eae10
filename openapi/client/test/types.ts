// Type checks for users of the package. Nothing here runs: a line that should be refused, and is
// not, is an error.
import {
  createProffer,
  isProfferError,
  type Client,
  type Proposal,
  type ProposalCard,
  type Version,
} from '@proffer/client';

export async function use(): Promise<void> {
  const proffer = createProffer({ baseUrl: new URL('https://proffer.example'), apiKey: 'prf_…' });
  // @ts-expect-error Every client has a site.
  createProffer({ apiKey: 'prf_…' });

  const client: Client = await proffer.getClient('id', { timeout: 1000, signal: AbortSignal.timeout(10) });
  // @ts-expect-error Required fields are missing.
  await proffer.createClient({ companyName: client.companyName });
  // @ts-expect-error The id is missing.
  await proffer.getClient();
  // @ts-expect-error What a client does by itself cannot be put in its place.
  await proffer.getClient('id', { send: () => undefined });
  // @ts-expect-error Signing in is for people.
  'login' satisfies keyof typeof proffer;
  // @ts-expect-error There is no such order.
  await proffer.listProposals({ sort: 'colour' });

  for await (const entry of proffer.paged('listClients', { search: 'Harbor' })) entry satisfies Client;
  for await (const entry of proffer.paged('listProposals')) entry satisfies ProposalCard;
  for await (const entry of proffer.paged('listVersions', 'id', { limit: 10 })) entry satisfies Version;
  // @ts-expect-error It is no list.
  proffer.paged('getClient', 'id');
  // @ts-expect-error It is a list of something, which is to be named.
  proffer.paged('listVersions');

  const proposal: Proposal = await proffer.waitForDraft('id');
  if (proposal.status === 'signed') await (await proffer.downloadDocument(proposal.id)).arrayBuffer();
  // @ts-expect-error There is no such state.
  if (proposal.status === 'agreed') return;

  await proffer.deleteClient('id').catch((error: unknown) => {
    // @ts-expect-error Anything can be thrown.
    error.code satisfies string;
    if (isProfferError(error, 'rate_limited')) error.retryAfter satisfies number | undefined;
  });
}
