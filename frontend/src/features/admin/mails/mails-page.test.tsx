import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { getListMailDeliveriesMockHandler } from '@/api/gen/admin/admin.msw';
import type { MailDelivery } from '@/api/gen/model';
import { renderAdmin, sentMail } from '@/test/admin-data';
import { failing } from '@/test/handlers';
import { server } from '@/test/server';

const { sentAt: _, workspaceId: __, workspaceName: ___, ...unsent } = sentMail;
const failed: MailDelivery = {
  ...unsent,
  id: '2',
  state: 'failed',
  attempts: 8,
  lastError: '550 no such mailbox',
};

const open = (mails: MailDelivery[], ...handlers: Parameters<typeof renderAdmin>[1][]) =>
  renderAdmin('/admin/mails', ...handlers, getListMailDeliveriesMockHandler(mails));

describe('mail delivery', () => {
  it('shows the purpose, recipient and status of each mail', async () => {
    open([
      sentMail,
      failed,
      { ...unsent, id: '3', state: 'queued', attempts: 0 },
      { ...unsent, id: '4', state: 'retrying', attempts: 2 },
    ]);
    await screen.findAllByText(/Verify your email/);
    const [first, second, third, fourth] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent(
      /Verify your emailTo m…@harbor\.example, from Harbor StudioWritten .*, sent .*Sent1 attempt/,
    );
    expect(second).toHaveTextContent(/To m…@harbor\.exampleWritten .*Failed8 attempts550 no such mailbox/);
    expect(second).not.toHaveTextContent(', from');
    expect(third).toHaveTextContent('Queued0 attempts');
    expect(fourth).toHaveTextContent('Retrying2 attempts');
  });

  it('is filtered by state and searched by the server', async () => {
    const { user, router } = open(
      [],
      getListMailDeliveriesMockHandler(({ request }) => {
        const { searchParams } = new URL(request.url);
        if (searchParams.get('search') === 'zzz') return [];
        return searchParams.get('state') === 'failed' ? [failed] : [sentMail, failed];
      }),
    );
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed');
    expect(await screen.findByText('Found: 1')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?state=failed');
    await user.type(screen.getByRole('searchbox', { name: 'Search mails' }), 'zzz');
    expect(await screen.findByText('No mail matches')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?state=failed&search=zzz');
  });

  it('takes a state it does not know for none', async () => {
    renderAdmin(
      '/admin/mails?state=lost',
      getListMailDeliveriesMockHandler(({ request }) =>
        new URL(request.url).searchParams.has('state') ? [] : [sentMail],
      ),
    );
    expect(await screen.findByRole('listitem')).toBeInTheDocument();
  });

  it('says that nothing has been sent', async () => {
    open([]);
    expect(await screen.findByText('No mail has been sent yet')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('comes in pages', async () => {
    const { user } = open(
      [],
      http.get('*/api/admin/mails', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([failed])
          : HttpResponse.json([sentMail], { headers: { Link: '</api/admin/mails?cursor=n>; rel="next"' } }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more mails' }));
    expect(await screen.findByText('550 no such mailbox')).toBeInTheDocument();
  });

  it('offers another try', async () => {
    const { user } = open(
      [],
      failing('get', '/api/admin/mails', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListMailDeliveriesMockHandler([sentMail]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem')).toBeInTheDocument();
  });
});
