import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { failing, unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import {
  ACTION,
  PATH,
  accept,
  answering,
  consentBox,
  emailField,
  fillAll,
  introduce,
  nameField,
  open,
  part,
  signatureField,
  termsBox,
} from '@/test/shared-page';
import { NEXT_STEPS, SUMMARY, options, priced, sent, sentWithOptions } from '@/test/shared-proposal-data';

test('the steps stand in their order, and those without content fall away', async () => {
  await open(sentWithOptions);
  const names = () => [...part('Take Action').querySelectorAll('h3')].map(({ textContent }) => textContent);
  expect(names()).toEqual([
    '1Your choices and the total',
    '2Terms',
    '3Consent to sign electronically',
    '4Your details and signature',
    '5Sign',
  ]);
});

test('without terms, consent or choices there are three steps', async () => {
  await open({ ...sent, termsAndConditions: undefined, consent: undefined });
  const names = [...part('Take Action').querySelectorAll('h3')].map(({ textContent }) => textContent);
  expect(names).toEqual(['1The total', '2Your details and signature', '3Sign']);
});

test('what is missing is said at its place, the first of it has the focus, and nothing is sent', async () => {
  const user = await open(sent);
  await user.click(accept());
  expect(screen.getByText('Terms Required')).toBeVisible();
  expect(screen.getByText('Consent Required')).toBeVisible();
  expect(screen.getByText('Missing Information').closest('p')).toHaveTextContent(
    'Missing Information Please fill in your name and email',
  );
  expect(screen.getByText('Signature Required').closest('p')).toHaveTextContent(
    'Signature Required Please provide your signature to accept the proposal',
  );
  expect(termsBox()).toHaveFocus();
  expect(nameField()).toBeInvalid();
  expect(nameField()).toHaveAccessibleDescription('Missing Information Please fill in your name and email');

  await user.click(termsBox());
  await user.click(consentBox());
  expect(screen.queryByText('Terms Required')).not.toBeInTheDocument();
  await user.type(nameField(), 'Mia Öz');
  await user.type(emailField(), 'mia');
  await user.click(accept());
  expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  expect(emailField()).toHaveFocus();
});

test('a signature of spaces and invisible characters is refused before sending', async () => {
  const user = await open(sent);
  await user.click(termsBox());
  await user.click(consentBox());
  await introduce(user);
  await user.type(signatureField(), '  \u200B ');
  await user.click(accept());
  expect(screen.getByText('Please provide your signature to accept the proposal')).toBeVisible();
  expect(signatureField()).toHaveFocus();
});

test('accepting names the revision, the consent and the total that were shown, and ends with the signer', async () => {
  const asked = answering({
    message: 'Proposal accepted. Thank you!',
    status: 'accepted',
    signedAt: '2026-05-06T14:03:22.120Z',
    signedByName: 'Mia Öz',
  });
  const user = await open({ ...sent, countersigns: true });
  await fillAll(user);
  await user.type(screen.getByRole('textbox', { name: 'Company (optional)' }), 'Northwind');
  await user.type(screen.getByRole('textbox', { name: 'Job title (optional)' }), 'Owner');
  await user.click(screen.getByRole('button', { name: 'Add a message (optional)' }));
  expect(screen.getByRole('textbox', { name: 'Message (optional)' })).toHaveFocus();
  await user.keyboard('Gladly.');
  await user.click(accept());

  expect(await screen.findByRole('heading', { name: 'Proposal Accepted!' })).toHaveFocus();
  expect(screen.getByText('Mia Öz')).toBeVisible();
  expect(screen.getByText(/^May 6, 2026/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
  expect(asked).toEqual([
    {
      action: 'accept',
      senderName: 'Mia Öz',
      senderEmail: 'mia@northwind.example',
      company: 'Northwind',
      title: 'Owner',
      message: 'Gladly.',
      signature: 'Mia Öz',
      revisionSha256: 'a'.repeat(64),
      consentId: 'electronic-signature-1',
      totalAmount: '8100.00',
    },
  ]);
});

test('the choices and the total they come to are signed, and shown as signed', async () => {
  const chosen = priced(
    {
      ...options,
      groups: options.groups.map((group) => ({
        ...group,
        items: group.items.map((item) => (item.id === 'language' ? { ...item, selected: true } : item)),
      })),
    },
    '9350.00',
  );
  server.use(http.post(`*${PATH}/totals`, () => HttpResponse.json(chosen)));
  const asked = answering({ message: 'Thank you!', status: 'accepted' });
  const user = await open(sentWithOptions);
  await user.click(screen.getByRole('checkbox', { name: 'Extra language' }));
  await fillAll(user);
  await waitFor(() => {
    expect(part('Take Action')).toHaveTextContent('for $9,350.00');
  });
  await user.click(accept());
  expect(await screen.findByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(asked[0]?.totalAmount).toBe('9350.00');
  expect(asked[0]?.choices).toContainEqual({ itemId: 'language', selected: true });
  expect(part('Proposal Accepted!')).toHaveTextContent('Not included: Essential, Photography');
  expect(part('Proposal Accepted!')).toHaveTextContent('$9,350.00');
});

test('on a phone one step follows another, and none is left incomplete', async () => {
  const desktop = window.matchMedia('');
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(desktop, { matches: true }));
  const asked = answering({ message: 'Thank you!', status: 'accepted', signedByName: 'Mia Öz' });
  const user = await open(sent);
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Step 1 of 5')).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await next();
  expect(screen.getByRole('heading', { name: 'Terms' })).toHaveFocus();
  await next();
  expect(screen.getByText('Terms Required')).toBeVisible();
  expect(screen.getByText('Step 2 of 5')).toBeVisible();
  await user.click(termsBox());
  await next();
  await user.click(consentBox());
  await next();
  await introduce(user);
  await user.type(signatureField(), 'Mia Öz');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(consentBox()).toBeChecked();
  await next();
  expect(signatureField()).toHaveValue('Mia Öz');
  await next();
  await user.click(accept());
  expect(await screen.findByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('on a phone another version is accepted from the first step on', async () => {
  const desktop = window.matchMedia('');
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(desktop, { matches: true }));
  server.use(
    failing('post', ACTION, { status: 409, code: 'stale_revision', message: 'Changed.' }),
    unreachable('get', `${PATH}/changes`),
  );
  const user = await open(sent, {
    ...sent,
    revision: { number: 2, sha256: 'b'.repeat(64), sentAt: '2026-05-05T10:00:00.000Z' },
  });
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }));
  await next();
  await user.click(termsBox());
  await next();
  await user.click(consentBox());
  await next();
  await introduce(user);
  await user.type(signatureField(), 'Mia Öz');
  await next();
  await user.click(accept());
  expect(await screen.findByText('Step 1 of 5')).toBeVisible();
  await next();
  expect(termsBox()).not.toBeChecked();
});

test('what the server refuses in a field is said at the field', async () => {
  server.use(
    failing('post', ACTION, {
      status: 422,
      code: 'validation_failed',
      message: 'Please check the form.',
      errors: [{ field: 'senderEmail', code: 'invalid', message: 'This address cannot receive mail' }],
    }),
  );
  const user = await open(sent);
  await fillAll(user);
  await user.click(accept());
  expect(await screen.findByText('This address cannot receive mail')).toBeVisible();
  expect(emailField()).toHaveFocus();
  expect(emailField()).toBeInvalid();
});

test('when the server counts another total, the right one is shown and has to be confirmed', async () => {
  let total = '8100.00';
  const asked: unknown[] = [];
  server.use(
    http.get(`*${PATH}`, () => HttpResponse.json({ ...sent, totalAmount: total })),
    http.post(`*${ACTION}`, async ({ request }) => {
      asked.push(await request.json());
      if (asked.length > 1) return HttpResponse.json({ message: 'Thank you!', status: 'accepted' });
      total = '9300.00';
      const problem = {
        type: 'about:blank',
        title: '',
        status: 409,
        code: 'totals_mismatch',
        message: 'No.',
      };
      return HttpResponse.json(problem, { status: 409 });
    }),
  );
  const user = await open(sent, { ...sent, totalAmount: '9300.00' });
  await fillAll(user);
  await user.click(accept());
  expect(await screen.findByText(/It is \$9,300.00, not \$8,100.00/)).toBeVisible();
  expect(signatureField()).toHaveValue('Mia Öz');
  await user.click(screen.getByRole('button', { name: 'Confirm $9,300.00 & Sign' }));
  expect(await screen.findByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(asked).toMatchObject([{ totalAmount: '8100.00' }, { totalAmount: '9300.00' }]);
});

test('if another person answered first, the page says so and shows the outcome', async () => {
  server.use(
    failing('post', ACTION, {
      status: 409,
      code: 'invalid_transition',
      message: 'Someone else has just answered this proposal.',
    }),
  );
  const user = await open(sent, {
    ...sent,
    status: 'signed',
    canAct: false,
    hasDocument: true,
    signedByName: 'Ben Öz',
    signedAt: '2026-05-06T14:03:22.120Z',
  });
  await fillAll(user);
  await user.click(accept());
  expect(await screen.findByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(screen.getByText('Ben Öz')).toBeVisible();
  expect(screen.getByText('Someone else has just answered this proposal.')).toBeVisible();
});

test("a failure shows the server's message, or the product's own, and keeps what was typed", async () => {
  server.use(
    failing('post', ACTION, { status: 429, code: 'rate_limited', message: 'Please wait a minute.' }),
  );
  const user = await open(sent);
  await fillAll(user);
  await user.click(accept());
  expect(await screen.findByText('Please wait a minute.')).toBeVisible();
  expect(nameField()).toHaveValue('Mia Öz');

  server.use(unreachable('post', ACTION));
  await user.click(accept());
  expect(await screen.findByText('Failed to process action')).toBeVisible();
  expect(consentBox()).toBeChecked();
});

test('declining takes a reason, needs no signature and closes the proposal', async () => {
  const asked = answering({ message: 'Declined.', status: 'rejected' });
  const user = await open(sent);
  await introduce(user);
  await user.click(screen.getByRole('radio', { name: 'Decline' }));
  const reasons = ['Price', 'Timing', 'Scope', 'We chose someone else', 'No longer needed', 'Something else'];
  for (const name of reasons) expect(screen.getByRole('radio', { name })).not.toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'We chose someone else' }));
  await user.type(screen.getByRole('textbox', { name: 'Anything to add? (optional)' }), 'Too late for us.');
  await user.click(screen.getByRole('button', { name: 'Decline Proposal' }));

  expect(await screen.findByRole('heading', { name: 'Proposal Declined' })).toHaveFocus();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
  expect(asked).toEqual([
    {
      action: 'decline',
      senderName: 'Mia Öz',
      senderEmail: 'mia@northwind.example',
      message: 'Too late for us.',
      reason: 'chose_another',
      revisionSha256: 'a'.repeat(64),
    },
  ]);
});

test('a question about a part names it, and the proposal can still be answered', async () => {
  const asked = answering({ message: 'Your request has been sent.', status: 'in_review' });
  const user = await open(sent);
  await user.click(screen.getByRole('button', { name: 'Ask about this part: Next steps' }));
  expect(part('Take Action')).toHaveTextContent('About Next steps');
  const message = screen.getByRole('textbox', { name: 'What should change? (optional)' });
  await waitFor(() => {
    expect(message).toHaveFocus();
  });
  await user.keyboard('When exactly?');
  await introduce(user);
  await user.click(screen.getByRole('button', { name: 'Request Changes' }));

  expect(await screen.findByRole('heading', { name: 'Changes Requested' })).toHaveFocus();
  expect(screen.getByText('Your request has been sent.')).toBeVisible();
  expect(screen.queryByText(/has your request/)).not.toBeInTheDocument();
  expect(screen.getByText('In Review')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Take Action' })).toBeVisible();
  expect(asked[0]).toMatchObject({
    action: 'request_changes',
    blockId: NEXT_STEPS,
    message: 'When exactly?',
  });

  // A client who asks twice need not enter the name again, and may mean the whole proposal.
  expect(nameField()).toHaveValue('Mia Öz');
  await user.click(screen.getByRole('button', { name: 'Ask about this part: Summary' }));
  await user.click(screen.getByRole('button', { name: 'Ask about the whole proposal' }));
  await user.click(screen.getByRole('button', { name: 'Request Changes' }));
  await waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  expect(asked[1]).not.toHaveProperty('blockId');
});

test('a proposal that changed meanwhile is shown anew, says what changed, and keeps what was typed', async () => {
  server.use(
    failing('post', ACTION, { status: 409, code: 'stale_revision', message: 'Changed.' }),
    http.get(`*${PATH}/changes`, ({ request }) => {
      expect(new URL(request.url).searchParams.get('since')).toBe('1');
      return HttpResponse.json({
        from: 1,
        to: 2,
        titles: [],
        pricing: [],
        terms: [],
        blocks: [
          {
            blockId: SUMMARY,
            kind: 'summary',
            title: 'Summary',
            change: 'changed',
            runs: [
              { wording: 'same', text: 'Summary\nWe build it' },
              { wording: 'added', text: ' in March' },
              { wording: 'same', text: '.' },
            ],
          },
        ],
      });
    }),
  );
  const user = await open(sent, {
    ...sent,
    revision: { number: 2, sha256: 'b'.repeat(64), sentAt: '2026-05-05T10:00:00.000Z' },
    htmlContent: sent.htmlContent.replace('We build it.', 'We build it in March.'),
    totalAmount: '9300.00',
  });
  await fillAll(user);
  await user.click(accept());

  const heading = await screen.findByRole('heading', { name: 'This proposal changed while you had it open' });
  expect(heading).toHaveFocus();
  const notice = part('This proposal changed while you had it open');
  expect(notice).toHaveTextContent('Changed Summary');
  expect(notice).toHaveTextContent('Total: $8,100.00, now $9,300.00');
  expect(notice.querySelector('.runs ins')).toHaveTextContent('added: in March');
  expect(screen.getByText('We build it in March.')).toBeVisible();
  expect(screen.getByText('Updated since you last read it')).toBeVisible();
  expect(nameField()).toHaveValue('Mia Öz');
  expect(signatureField()).toHaveValue('Mia Öz');
  // Terms and consent belonged to the other revision.
  expect(termsBox()).not.toBeChecked();
  expect(consentBox()).not.toBeChecked();
});

test('answered in another tab, this one shows how it ended', async () => {
  await open(sent, { ...sent, status: 'rejected', canAct: false });
  const other = new BroadcastChannel('proffer.answered.token');
  other.postMessage(null);
  expect(await screen.findByRole('heading', { name: 'Proposal Declined' })).toBeVisible();
  other.close();
});
