import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  getBlockAssistantMockHandler,
  getListUsersMockHandler,
  getResendUserVerificationMockHandler,
  getSetSiteAdminMockHandler,
} from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { AdminUser } from '@/api/gen/model';
import { administrator, mia, reader, renderAdmin } from '@/test/admin-data';
import { failing } from '@/test/handlers';
import { server } from '@/test/server';

const { currentMonthUsage: _, ...idle } = mia;
const blocked: AdminUser = {
  ...idle,
  currentMonthUsage: { requestCount: 0, totalTokensUsed: 0, totalCostUsd: '0.0000', isBlocked: true },
};
const unverified: AdminUser = { ...mia, emailVerified: false };

const open = (users: AdminUser[], ...handlers: Parameters<typeof renderAdmin>[1][]) =>
  renderAdmin(
    '/admin',
    ...handlers,
    getListUsersMockHandler(() => [...users]),
  );
const rowOf = async (name: string) => {
  const cell = await screen.findByText(name);
  const row = cell.closest('tr');
  if (row === null) throw new Error(`${name} stands in no row`);
  return within(row);
};
const cells = async (name: string) =>
  (await rowOf(name)).getAllByRole('cell').map((cell) => cell.textContent);
const menuOf = 'Actions for Mia Öz';
const choose = async ({ user }: ReturnType<typeof open>, item: string) => {
  await user.click(await screen.findByRole('button', { name: menuOf }));
  await user.click(screen.getByRole('menuitem', { name: item }));
};

describe('users of the site', () => {
  it('stand in a table with all there is to know', async () => {
    const { lastName: _, ...halfNamed } = idle;
    open([
      mia,
      { ...halfNamed, id: '22222222-0000', email: 'b@x.example', emailVerified: false },
      { ...blocked, id: '33333333-0000', firstName: 'Cy', isAdmin: true },
    ]);
    expect(await cells('Mia Öz')).toEqual([
      'Mia Öz0197a1b2…',
      'mia@northwind.example',
      'User',
      'Verified',
      '1,200 requests345,678 tokens',
      '$1.2345',
      'Nov 17, 2026',
      menuOf,
    ]);
    expect(await cells('No name')).toEqual([
      'No name22222222…',
      'b@x.example',
      'User',
      'Unverified',
      '0 requests0 tokens',
      '$0.0000',
      'Nov 17, 2026',
      'Actions for b@x.example',
    ]);
    expect((await cells('Cy Öz')).slice(2, 4)).toEqual(['Admin', 'VerifiedBlocked']);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'User',
      'Email',
      'Role',
      'Status',
      'Usage (Month)',
      'Cost',
      'Joined',
      'Actions',
    ]);
  });

  it('say that they are on their way', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    open(
      [],
      getListUsersMockHandler(async () => {
        await answered;
        return [mia];
      }),
    );
    expect(await screen.findByText('Loading users...')).toBeInTheDocument();
    answer();
    expect(await screen.findByText('Mia Öz')).toBeInTheDocument();
    expect(screen.queryByText('Loading users...')).not.toBeInTheDocument();
  });

  it('are sorted by the server, by each column and in both directions', async () => {
    const asked: string[] = [];
    const { user, router } = open(
      [],
      getListUsersMockHandler(({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(`${searchParams.get('sort') ?? ''} ${searchParams.get('direction') ?? ''}`);
        return [mia];
      }),
    );
    const sorted = (name: string, by: string) =>
      waitFor(() => {
        expect(screen.getByRole('columnheader', { name })).toHaveAttribute('aria-sort', by);
      });
    await screen.findByText('Mia Öz');
    await sorted('Joined', 'descending');
    await user.click(screen.getByRole('button', { name: 'Cost' }));
    await sorted('Cost', 'descending');
    expect(screen.getByRole('columnheader', { name: 'Joined' })).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('button', { name: 'Cost' }));
    await sorted('Cost', 'ascending');
    await user.click(screen.getByRole('button', { name: 'User' }));
    await sorted('User', 'ascending');
    expect(router.state.location.search).toBe('?sort=name&direction=asc');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Joined, descending');
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(asked.filter((order, at) => order !== asked[at - 1]).slice(0, 4)).toEqual([
      'joined desc',
      'cost desc',
      'cost asc',
      'name asc',
    ]);
  });

  it('are searched by the server, and say when none matches', async () => {
    const { user } = open(
      [],
      getListUsersMockHandler(({ request }) =>
        new URL(request.url).searchParams.get('search') === 'zzz' ? [] : [mia],
      ),
    );
    await screen.findByText('Mia Öz');
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'zzz');
    expect(await screen.findByText('No user matches “zzz”')).toBeInTheDocument();
  });

  it('come in pages', async () => {
    const { user } = open(
      [],
      http.get('*/api/admin/users', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([{ ...mia, id: '2', firstName: 'Noa' }])
          : HttpResponse.json([mia], { headers: { Link: '</api/admin/users?cursor=next>; rel="next"' } }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more users' }));
    expect(await screen.findByText('Noa Öz')).toBeInTheDocument();
    expect(screen.getByText('Mia Öz')).toBeInTheDocument();
  });

  it('say when more of them could not be loaded', async () => {
    const { user } = open(
      [],
      http.get('*/api/admin/users', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? new HttpResponse(null, { status: 500 })
          : HttpResponse.json([mia], { headers: { Link: '</api/admin/users?cursor=next>; rel="next"' } }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more users' }));
    expect(await screen.findByText('More users could not be loaded. Try again.')).toBeInTheDocument();
  });

  it('offer another try', async () => {
    const { user } = open(
      [],
      failing('get', '/api/admin/users', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListUsersMockHandler([mia]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mia Öz')).toBeInTheDocument();
  });

  it('are left alone by who only reads', async () => {
    open([mia], getGetCurrentUserMockHandler(reader));
    await screen.findByText('Mia Öz');
    expect(screen.queryByRole('button', { name: menuOf })).not.toBeInTheDocument();
  });
});

describe('the assistant of a user', () => {
  it('is blocked with a reason, in a dialog that names them', async () => {
    const users = [mia];
    let sent: unknown;
    const screenOf = open(
      users,
      getBlockAssistantMockHandler(async ({ request, params }) => {
        sent = { of: params.userId, ...((await request.json()) as object) };
        users[0] = blocked;
        return blocked;
      }),
    );
    const { user } = screenOf;
    await choose(screenOf, 'Block Assistant');
    const form = within(await screen.findByRole('dialog', { name: 'Block the assistant for Mia Öz?' }));
    await user.click(form.getByRole('button', { name: 'Block Assistant' }));
    const reason = form.getByRole('textbox', { name: /^Reason/ });
    expect(reason).toHaveAccessibleDescription(/^Give a short reason/);
    await user.type(reason, ' Sends spam. ');
    await user.click(form.getByRole('button', { name: 'Block Assistant' }));
    expect(await screen.findByText('Assistant blocked')).toBeInTheDocument();
    expect(sent).toEqual({ of: mia.id, isBlocked: true, reason: 'Sends spam.' });
    expect((await rowOf('Mia Öz')).getByText('Blocked')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is given back', async () => {
    let sent: unknown;
    const screenOf = open(
      [blocked],
      getBlockAssistantMockHandler(async ({ request }) => {
        sent = await request.json();
        return mia;
      }),
    );
    const { user } = screenOf;
    await choose(screenOf, 'Unblock Assistant');
    const form = within(await screen.findByRole('dialog', { name: 'Unblock the assistant for Mia Öz?' }));
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'It was a mistake.');
    await user.click(form.getByRole('button', { name: 'Unblock Assistant' }));
    expect(await screen.findByText('Assistant unblocked')).toBeInTheDocument();
    expect(sent).toEqual({ isBlocked: false, reason: 'It was a mistake.' });
  });

  it.each([
    [{ status: 403, code: 'forbidden', message: 'Not allowed.' }, 'Unauthorized', 'Admin access required'],
    [{ status: 500, code: 'internal', message: 'Out of order.' }, 'Assistant not blocked', 'Out of order.'],
  ])('stays when the server refuses, and the reason with it', async (failure, title, description) => {
    const screenOf = open([mia], failing('put', `/api/admin/users/${mia.id}/assistant`, failure));
    const { user } = screenOf;
    await choose(screenOf, 'Block Assistant');
    const form = within(await screen.findByRole('dialog'));
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Sends spam.');
    await user.click(form.getByRole('button', { name: 'Block Assistant' }));
    expect(await screen.findByText(description)).toBeInTheDocument();
    expect(screen.getByText(title)).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Sends spam.');
  });
});

describe('the role of site admin', () => {
  it('is given after a question that names the person', async () => {
    const users = [mia];
    let sent: unknown;
    const screenOf = open(
      users,
      getSetSiteAdminMockHandler(async ({ request, params }) => {
        sent = { of: params.userId, ...((await request.json()) as object) };
        users[0] = { ...mia, isAdmin: true };
        return users[0];
      }),
    );
    const { user } = screenOf;
    await choose(screenOf, 'Make Site Admin');
    const question = within(await screen.findByRole('dialog', { name: 'Make Mia Öz a site admin?' }));
    await user.click(question.getByRole('button', { name: 'Make Site Admin' }));
    expect(await screen.findByText('Mia Öz is an administrator of this site now.')).toBeInTheDocument();
    expect(sent).toEqual({ of: mia.id, isAdmin: true });
    expect((await rowOf('Mia Öz')).getByText('Admin')).toBeInTheDocument();
  });

  it.each([
    ['last_admin', 'The site needs an administrator.'],
    ['own_role', 'Someone else has to change your role.'],
  ])('stays where the server says %s', async (code, message) => {
    const screenOf = open(
      [{ ...mia, isAdmin: true }],
      failing('put', `/api/admin/users/${mia.id}/site-admin`, { status: 409, code, message }),
    );
    const { user } = screenOf;
    await choose(screenOf, 'Remove Site Admin');
    const question = within(await screen.findByRole('dialog', { name: 'Remove Mia Öz as site admin?' }));
    await user.click(question.getByRole('button', { name: 'Remove Site Admin' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('is not offered for oneself', async () => {
    const { user } = open([{ ...mia, id: administrator.id, isAdmin: true }]);
    await user.click(await screen.findByRole('button', { name: menuOf }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Block Assistant']);
  });
});

describe('the verification', () => {
  it('is offered to be sent again only to who is not verified', async () => {
    const { user } = open([mia]);
    await user.click(await screen.findByRole('button', { name: menuOf }));
    expect(screen.queryByRole('menuitem', { name: 'Resend Verification' })).not.toBeInTheDocument();
  });

  it('is sent again', async () => {
    let to: unknown;
    const screenOf = open(
      [unverified],
      getResendUserVerificationMockHandler(({ params }) => {
        to = params.userId;
      }),
    );
    await choose(screenOf, 'Resend Verification');
    expect(await screen.findByText('A new link is on its way to mia@northwind.example.')).toBeInTheDocument();
    expect(to).toBe(mia.id);
  });

  it('says when it was not needed any more, and shows what is so now', async () => {
    const users = [unverified];
    const screenOf = open(
      users,
      failing('post', `/api/admin/users/${mia.id}/resend-verification`, {
        status: 409,
        code: 'already_verified',
        message: 'They have verified their address.',
      }),
    );
    await screen.findByText('Unverified');
    users[0] = mia;
    await choose(screenOf, 'Resend Verification');
    expect(await screen.findByText('They have verified their address.')).toBeInTheDocument();
    expect(await screen.findByText('Verified')).toBeInTheDocument();
  });
});
