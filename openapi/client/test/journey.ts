// From a recap to a signed proposal, with the published client alone: the team's side with a key, the
// client's side with the link.
import { createProffer } from '@proffer/client';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { baseUrl, keyWith, program } from './product.ts';

const RECAP = `Call with Marguerite of Harbor & Pine. They lose buyers because prices load slowly on a phone.
We will build a new catalogue with a configurator that works on phones. Design takes two weeks. The build takes four weeks.
We said $4,500 for the catalogue one-time and $300 monthly hosting.`;

test('a recap becomes a signed proposal', async (t) => {
  const team = createProffer({
    baseUrl,
    apiKey: await keyWith(
      'clients:write',
      'proposals:read',
      'proposals:write',
      'proposals:send',
      'assistant:use',
    ),
  });
  const { id: clientId } = await team.createClient({
    companyName: 'Harbor & Pine',
    firstName: 'Marguerite',
    lastName: 'Delacroix',
    email: 'marguerite@harborpine.example',
  });

  const read = await team.extractFromRecap({ meetingRecap: RECAP });
  assert.match(read.pricingHint, /\$4,500/);
  const started = await team.createProposal({
    clientId,
    clientContext: read.clientNeeds,
    proposedSolution: read.proposedSolution,
    pricingDetails: read.pricingHint,
  });
  const progress: number[] = [];
  const draft = await team.waitForDraft(started.id, {
    interval: 50,
    onProgress: (state) => progress.push(state.progress),
  });
  assert.equal(progress.at(-1), 100);
  assert.equal(draft.totalAmount, '8100.00');

  const [group] = draft.pricing.groups;
  assert.ok(group);
  const photography = {
    name: 'Photography',
    unitPrice: '800',
    optional: true,
    selected: false,
    confirmed: true,
  };
  const groups = [{ ...group, items: [...group.items, photography] }];
  const priced = await team.savePricing(draft.id, {
    version: draft.version,
    pricing: { ...draft.pricing, groups },
  });
  assert.equal(priced.totalAmount, '8100.00');

  const check = await team.getPreSendCheck(draft.id);
  assert.deepEqual([check.ready, check.findings], [true, []]);
  const { shareToken } = await team.sendProposal(draft.id, {
    recipientName: 'Marguerite Delacroix',
    recipientEmail: 'marguerite@harborpine.example',
  });

  const guest = createProffer({ baseUrl });
  const { revision, consent, pricing, canAct } = await guest.getSharedProposal(shareToken);
  assert.ok(revision && consent && canAct);
  const optional = pricing.groups.flatMap(({ items }) => items).find(({ name }) => name === 'Photography');
  assert.ok(optional);
  const choices = [{ itemId: optional.id, selected: true }];
  const { totalAmount } = await guest.previewChoices(shareToken, {
    revisionSha256: revision.sha256,
    choices,
  });
  assert.equal(totalAmount, '8900.00');
  const signed = await guest.sharedProposalAction(shareToken, {
    action: 'accept',
    senderName: 'Marguerite Delacroix',
    senderEmail: 'marguerite@harborpine.example',
    signature: 'Marguerite Delacroix',
    revisionSha256: revision.sha256,
    consentId: consent.id,
    choices,
    totalAmount,
  });
  assert.equal(signed.status, 'signed');

  const accepted = await team.getProposal(draft.id);
  assert.deepEqual(
    [accepted.status, accepted.signedByName, accepted.totalAmount],
    ['signed', 'Marguerite Delacroix', '8900.00'],
  );
  assert.equal((await team.getActivity(draft.id)).intact, true);

  const [own, theirs, evidence] = await Promise.all([
    team.downloadDocument(draft.id),
    guest.downloadSharedDocument(shareToken),
    team.downloadEvidence(draft.id),
  ]);
  assert.deepEqual(await own.bytes(), await theirs.bytes());
  const { signature } = evidence as { signature: { revisionSha256: string } };
  assert.equal(signature.revisionSha256, revision.sha256);

  const folder = await mkdtemp(path.join(tmpdir(), 'proffer-client-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'signed.pdf');
  await writeFile(file, await own.bytes());
  const keys = path.join(folder, 'keys.json');
  const published = await fetch(`${baseUrl}/.well-known/proffer-sealing-keys.json`);
  await writeFile(keys, await published.text());
  const { stdout } = await promisify(execFile)(program, ['verify', '--keys', keys, file]);
  assert.match(stdout, /^AUTHENTIC/);
  assert.match(stdout, /Marguerite Delacroix/);
});
