// One person of each role, with one browser each, at a workspace that has a bit of everything.
import type { Page } from '@playwright/test';
import { fullName, registerInvited, type Person } from './people';
import { enter, must, draftProposal } from './proposals';
import type { Role } from './route-table';
import { expect, type Fixtures } from './test';
import type { Stack } from './stack';

const person = (first: string, last: string, password: string): Person => ({
  first,
  last,
  email: `${first.toLowerCase()}@routes.example`,
  password,
});
const OWNER = person('Ada', 'Berg', 'Lighthouse-7');
const ADMIN = person('Cleo', 'Okafor', 'Headland-9');
const MEMBER = person('Ben', 'Castillo', 'Breakwater-8');
const SITE_ADMIN = person('Sol', 'Marsh', 'Anchorage-6');

/** What the addresses of some screens are made of. */
export interface Made extends Record<string, string> {
  proposal: string;
  share: string;
  import: string;
}

/** An account with a proven address, signed in; without the screens that lead to it. */
export async function openAccount(page: Page, mailTo: Fixtures['mailTo'], who: Person): Promise<void> {
  const { first, last, email, password } = who;
  await page.goto('/auth');
  await must(page, 'POST', '/api/register', { firstName: first, lastName: last, email, password });
  await page.goto((await mailTo(email, 'Verify your email address')).link);
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  await enter(page, who);
}

async function joins(
  page: Page,
  owner: Page,
  mailTo: Fixtures['mailTo'],
  who: Person,
  role: string,
): Promise<void> {
  await must(owner, 'POST', '/api/team/invitations', { email: who.email, role });
  const { link } = await mailTo(who.email, new RegExp(fullName(OWNER)));
  await registerInvited(page, link, { person: who, workspace: fullName(OWNER) });
}

/** A file of clients, sent and not yet brought in; answers with the import's id. */
async function sendClients(page: Page): Promise<string> {
  const csv = 'Company,First name,Last name,Email\nQuay Hotel,Mia,Sand,mia@quay.example\n';
  const upload = { contentType: 'text/csv', size: csv.length };
  const { uploadURL } = await must<{ uploadURL: string }>(page, 'POST', '/api/objects/upload', upload);
  await page.evaluate(
    async ([url, body]) => {
      await fetch(url, { method: 'PUT', headers: { 'Content-Type': 'text/csv' }, body });
    },
    [uploadURL, csv] as const,
  );
  const started = { uploadURL, fileName: 'clients.csv' };
  return (await must<{ id: string }>(page, 'POST', '/api/clients/imports', started)).id;
}

export async function everyRole(
  newPerson: Fixtures['newPerson'],
  mailTo: Fixtures['mailTo'],
  stack: Stack,
): Promise<{ pages: Record<Role, Page>; made: Made }> {
  const pages: Record<Role, Page> = {
    visitor: await newPerson(),
    member: await newPerson(),
    admin: await newPerson(),
    owner: await newPerson(),
    'site admin': await newPerson(),
  };
  const { owner } = pages;
  await openAccount(owner, mailTo, OWNER);
  await must(owner, 'POST', '/api/companies', { name: 'Northlight Studio' });
  const proposal = await draftProposal(owner);
  await joins(pages.member, owner, mailTo, MEMBER, 'member');
  await joins(pages.admin, owner, mailTo, ADMIN, 'admin');
  await openAccount(pages['site admin'], mailTo, SITE_ADMIN);
  await stack.makeSiteAdmin(SITE_ADMIN.email);
  const { shareToken } = await must<{ shareToken: string }>(
    owner,
    'POST',
    `/api/proposals/${proposal}/share`,
  );
  return { pages, made: { proposal, share: shareToken, import: await sendClients(owner) } };
}
