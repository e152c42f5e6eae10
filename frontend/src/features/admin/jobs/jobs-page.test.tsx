import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { getListFailedJobsMockHandler, getRetryJobMockHandler } from '@/api/gen/admin/admin.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { AdminJob } from '@/api/gen/model';
import { failedJob, reader, renderAdmin } from '@/test/admin-data';
import { failing } from '@/test/handlers';
import { server } from '@/test/server';

const { finishedAt: _, ...unfinished } = failedJob;
const retrying: AdminJob = { ...unfinished, state: 'retrying', attempts: 2 };
const retryPath = `/api/admin/jobs/${failedJob.workspaceId}/${failedJob.id}/retry`;

const open = (jobs: AdminJob[], ...handlers: Parameters<typeof renderAdmin>[1][]) =>
  renderAdmin(
    '/admin/jobs',
    ...handlers,
    getListFailedJobsMockHandler(() => [...jobs]),
  );
const retry = () => screen.findByRole('button', { name: 'Retry: Seal a signed proposal for Harbor Studio' });

describe('failed jobs', () => {
  it('show the failure, its workspace, and the number of attempts', async () => {
    open([failedJob, { ...retrying, id: '2', what: 'Send a mail' }]);
    await retry();
    const [failed, trying] = screen.getAllByRole('listitem');
    expect(failed).toHaveTextContent(/Seal a signed proposal.*Harbor Studio.*Started .*, failed /);
    expect(failed).toHaveTextContent('FailedAttempt 5 of 5');
    expect(failed).toHaveTextContent('The storage did not answer in 30 s.');
    expect(trying).toHaveTextContent('RetryingAttempt 2 of 5');
    expect(trying).not.toHaveTextContent(', failed');
    expect(within(trying ?? document.body).queryByRole('button')).not.toBeInTheDocument();
  });

  it('are tried again', async () => {
    const jobs = [failedJob];
    const { user } = open(
      jobs,
      getRetryJobMockHandler(() => {
        jobs[0] = retrying;
        return retrying;
      }),
    );
    await user.click(await retry());
    expect(await screen.findByText('Tried again')).toBeInTheDocument();
    expect(await screen.findByText('Retrying')).toBeInTheDocument();
  });

  it('say in the server’s words when they are not, and show what is so now', async () => {
    const jobs = [failedJob];
    const { user } = open(
      jobs,
      failing('post', retryPath, {
        status: 409,
        code: 'not_failed',
        message: 'It is running again already.',
      }),
    );
    const button = await retry();
    jobs[0] = retrying;
    await user.click(button);
    expect(await screen.findByText('It is running again already.')).toBeInTheDocument();
    expect(await screen.findByText('Retrying')).toBeInTheDocument();
  });

  it('tell who is no administrator any more', async () => {
    const { user } = open(
      [failedJob],
      failing('post', retryPath, { status: 403, code: 'forbidden', message: 'Not allowed.' }),
    );
    await user.click(await retry());
    expect(await screen.findByText('Admin access required')).toBeInTheDocument();
  });

  it('say that there are none', async () => {
    open([]);
    expect(await screen.findByText('Nothing has failed.')).toBeInTheDocument();
  });

  it('come in pages', async () => {
    const { user } = open(
      [],
      http.get('*/api/admin/jobs', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([{ ...failedJob, id: '2', what: 'Send a mail' }])
          : HttpResponse.json([failedJob], { headers: { Link: '</api/admin/jobs?cursor=n>; rel="next"' } }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Show more jobs' }));
    expect(await screen.findByRole('heading', { name: 'Send a mail' })).toBeInTheDocument();
  });

  it('offer another try', async () => {
    const { user } = open(
      [],
      failing('get', '/api/admin/jobs', { status: 500, code: 'internal', message: 'Out of order.' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.');
    server.use(getListFailedJobsMockHandler([failedJob]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await retry()).toBeInTheDocument();
  });

  it('are left alone by who only reads', async () => {
    open([failedJob], getGetCurrentUserMockHandler(reader));
    expect(within(await screen.findByRole('listitem')).queryByRole('button')).not.toBeInTheDocument();
  });
});
