// One user of each role, each with a browser, in a workspace with data of every kind.
import type { Page } from '@playwright/test';
import { fullName, registerInvited, type Person } from './people';
import { draftProposal } from './proposals';
import type { Role } from './route-table';
import { enter, must, openAccount, openWorkspace } from './session';
import type { Fixtures } from './test';
import type { Stack } from './stack';

function people(domain: string) {
  const person = (first: string, last: string, password: string): Person => ({
    first,
    last,
    email: `${first.toLowerCase()}@${domain}`,
    password,
  });
  return {
    owner: person('Ada', 'Berg', 'Lighthouse-7'),
    admin: person('Cleo', 'Okafor', 'Headland-9'),
    member: person('Ben', 'Castillo', 'Breakwater-8'),
    siteAdmin: person('Sol', 'Marsh', 'Anchorage-6'),
  };
}

/** The ids in the addresses of some screens. */
export interface Made extends Record<string, string> {
  proposal: string;
  share: string;
  import: string;
}

async function joins(
  page: Page,
  mailTo: Fixtures['mailTo'],
  who: Person,
  inviter: { page: Page; person: Person; role: string },
): Promise<void> {
  const workspace = fullName(inviter.person);
  await must(inviter.page, 'POST', '/api/team/invitations', { email: who.email, role: inviter.role });
  const { link } = await mailTo(who.email, new RegExp(workspace));
  await registerInvited(page, link, { person: who, workspace });
}

/** Uploads a file of clients without importing it; returns the import's id. */
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

/**
 * Each at an address of `domain`, which no other test uses, because all of them share one running product.
 */
export async function everyRole(
  newPerson: Fixtures['newPerson'],
  mailTo: Fixtures['mailTo'],
  stack: Stack,
  domain: string,
): Promise<{ pages: Record<Role, Page>; made: Made }> {
  const pages: Record<Role, Page> = {
    visitor: await newPerson(),
    member: await newPerson(),
    admin: await newPerson(),
    owner: await newPerson(),
    'site admin': await newPerson(),
  };
  const { owner } = pages;
  const who = people(domain);
  await openWorkspace(owner, mailTo, who.owner);
  const proposal = await draftProposal(owner);
  const inviter = { page: owner, person: who.owner };
  await joins(pages.member, mailTo, who.member, { ...inviter, role: 'member' });
  await joins(pages.admin, mailTo, who.admin, { ...inviter, role: 'admin' });
  await openAccount(pages['site admin'], mailTo, who.siteAdmin);
  // The new role ends earlier sessions.
  await stack.makeSiteAdmin(who.siteAdmin.email);
  await enter(pages['site admin'], who.siteAdmin);
  const { shareToken } = await must<{ shareToken: string }>(
    owner,
    'POST',
    `/api/proposals/${proposal}/share`,
  );
  return { pages, made: { proposal, share: shareToken, import: await sendClients(owner) } };
}
