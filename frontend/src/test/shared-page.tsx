// Shows the client's page with the API mocked, for its tests.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import type { SharedActionInput, SharedActionResult, SharedProposal } from '@/api/gen/model';
import { SharedPage } from '@/features/sharing/page/shared-page';
import { server } from './server';

export const PATH = '/api/shared/proposals/token';
export const ACTION = `${PATH}/action`;

/**
 * Shows the page; each load of the proposal gets the next of `proposals`, and the last one
 * repeatedly.
 */
export async function open(...proposals: SharedProposal[]) {
  let loads = 0;
  server.use(
    http.get(`*${PATH}`, () => HttpResponse.json(proposals[Math.min(loads++, proposals.length - 1)])),
    // On a slow machine a test takes long enough for the page to report that it is read.
    http.post(`*${PATH}/views`, () => new HttpResponse(null, { status: 204 })),
  );
  render(<SharedPage token="token" />);
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
}

type User = Awaited<ReturnType<typeof open>>;

/** Answers the action and records its requests. */
export function answering(result: SharedActionResult) {
  const asked: SharedActionInput[] = [];
  server.use(
    http.post<never, SharedActionInput>(`*${ACTION}`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(result);
    }),
  );
  return asked;
}

export const nameField = () => screen.getByRole('textbox', { name: 'Full name' });
export const emailField = () => screen.getByRole('textbox', { name: 'Email' });
export const signatureField = () => screen.getByRole('textbox', { name: 'Signature' });
export const termsBox = () => screen.getByRole('checkbox', { name: 'I have read the terms' });
export const consentBox = () => screen.getByRole('checkbox', { name: /agree to sign/ });
export const accept = () => screen.getByRole('button', { name: 'Accept & Sign' });

export async function introduce(user: User) {
  await user.type(nameField(), 'Mia Öz');
  await user.type(emailField(), 'mia@northwind.example');
}

export async function fillAll(user: User) {
  await user.click(termsBox());
  await user.click(consentBox());
  await introduce(user);
  await user.type(signatureField(), 'Mia Öz');
}

export const part = (name: string): HTMLElement => {
  const section = screen.getByRole('heading', { name }).closest('section');
  if (section === null) throw new Error(`The heading ${name} stands in a section.`);
  return section;
};
