// The sections below the figures: unanswered proposals, the pipeline, the last twelve months.
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import type { Dashboard } from '@/api/gen/model';
import { getGetDashboardMockHandler } from '@/api/gen/proposals/proposals.msw';
import { relativeTime } from '@/shared/lib/relative-time';
import { company, dashboard, emptyDashboard, proposalCard, waiting } from '@/test/data';
import { renderRoute } from '@/test/render';

/** Opens the dashboard; returns the section with that name. */
async function open(section: string, part: Partial<Dashboard> = {}) {
  const { user } = renderRoute(
    '/',
    getGetCompanyMockHandler(company),
    getGetDashboardMockHandler({ ...dashboard, ...part }),
  );
  await screen.findByRole('heading', { name: 'Welcome back, Ada!' });
  return { user, shown: within(screen.getByRole('region', { name: section })) };
}

describe('viewed, not answered yet', () => {
  const section = 'Viewed, not answered yet';

  it('says whose, since when, how often it was read and what it is worth', async () => {
    const { shown } = await open(section, { unanswered: [waiting, { ...waiting, id: 'b', views: 1 }] });
    const rows = shown.getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    const first = within(rows[0] ?? document.body);
    expect(first.getByRole('link', { name: waiting.title })).toHaveAttribute(
      'href',
      `/proposals/${proposalCard.id}/edit`,
    );
    expect(first.getByText('Northwind Dental')).toBeVisible();
    expect(rows[0]).toHaveTextContent(`Sent ${relativeTime(waiting.sentAt)}`);
    expect(rows[0]).toHaveTextContent(`Viewed 3 times, last ${relativeTime(waiting.lastViewedAt)}`);
    expect(first.getByText('$8,100.00')).toBeVisible();
    expect(rows[1]).toHaveTextContent(`Viewed once, ${relativeTime(waiting.lastViewedAt)}`);
  });

  it.each([
    ['follow_up', 'They have read it and not answered. Ask what they think.', 'Follow up'],
    ['answer_question', 'They asked for changes and are waiting for you.', 'Answer'],
    ['renew_link', 'Their link no longer works. Send them a new one.', 'Renew the link'],
    ['expiring', 'The offer expires soon. Remind them before it does.', 'Send a reminder'],
  ] as const)('suggests what to do: %s', async (suggestion, why, action) => {
    const { shown } = await open(section, { unanswered: [{ ...waiting, suggestion }] });
    expect(shown.getByText(why)).toBeVisible();
    expect(shown.getByRole('link', { name: `${action}: ${waiting.title}` })).toHaveAttribute(
      'href',
      `/proposals/${proposalCard.id}/edit`,
    );
  });

  it('says so when no answer is pending', async () => {
    const { shown } = await open(section);
    expect(shown.getByText('No client has left a proposal unanswered.')).toBeVisible();
    expect(shown.queryByRole('list')).not.toBeInTheDocument();
  });
});

describe('pipeline', () => {
  it('counts and values every state, and leads to its proposals', async () => {
    const { shown } = await open('Pipeline', {
      pipeline: dashboard.pipeline.map((stage) =>
        stage.status === 'in_review'
          ? {
              ...stage,
              count: 12,
              value: [
                { currency: 'USD', amount: '7000.70' },
                { currency: 'JPY', amount: '900000' },
              ],
            }
          : stage,
      ),
    });
    const rows = shown.getAllByRole('link');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Draft0 proposals',
      'Pending1 proposal$8,100.00',
      'In Review12 proposals$7,000.70¥900,000',
      'Accepted0 proposals',
      'Signed0 proposals',
      'Rejected0 proposals',
      'Expired0 proposals',
    ]);
    expect(rows[2]).toHaveAttribute('href', '/proposals?status=in_review');
  });
});

describe('pipeline without proposals', () => {
  it('says what will be there', async () => {
    const { shown } = await open('Pipeline', { pipeline: emptyDashboard.pipeline });
    expect(shown.getByText(/^No proposals yet\./)).toBeVisible();
    expect(shown.getByRole('link', { name: 'Create one' })).toHaveAttribute('href', '/proposals/new');
  });
});

describe('the last 12 months', () => {
  const section = 'The last 12 months';
  const months = dashboard.valueOverTime.map((month) => {
    if (month.month === '2026-02')
      return { ...month, created: 3, won: 1, wonValue: [{ currency: 'USD', amount: '0.10' }] };
    if (month.month === '2026-11')
      return {
        ...month,
        created: 1,
        won: 2,
        wonValue: [
          { currency: 'USD', amount: '8100.20' },
          { currency: 'EUR', amount: '40' },
        ],
      };
    return month;
  });
  const fact = (label: string, selector: string) => screen.getByText(label, { selector }).parentElement;

  it('tells every month in a table, also to who cannot see the bars', async () => {
    const { shown, user } = await open(section, { valueOverTime: months });
    const rows = shown.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toHaveLength(13);
    expect(rows[1]).toBe('December 202500–');
    expect(rows[3]).toBe('February 202631$0.10');
    expect(rows[12]).toBe('November 202612$8,100.20€40.00');
    expect(shown.getByRole('table').parentElement).toHaveClass('visually-hidden');
    await user.click(shown.getByRole('button', { name: 'Show as a table' }));
    expect(shown.getByRole('table').parentElement).not.toHaveClass('visually-hidden');
    await user.click(shown.getByRole('button', { name: 'Hide the table' }));
    expect(shown.getByRole('table').parentElement).toHaveClass('visually-hidden');
  });

  it('draws the bars to one scale', async () => {
    await open(section, { valueOverTime: months });
    const bars = screen.getByTitle('February 2026: 3 created, 1 won ($0.10)');
    const [created, won] = Array.from(bars.children, (bar) => bar.getAttribute('style'));
    expect(created).toBe('height: 100%;');
    expect(won).toMatch(/^height: 33\.3/);
  });

  it('adds up what was created and won, currency by currency', async () => {
    await open(section, { valueOverTime: months });
    expect(fact('Created', 'dt')).toHaveTextContent('Created4');
    expect(fact('Won', 'dt')).toHaveTextContent('Won3$8,100.30€40.00');
  });

  it('says how long acceptance took, and of how many', async () => {
    await open(section, { timeToAcceptance: { medianHours: 43.2, count: 5 } });
    expect(fact('Time to acceptance', 'dt')).toHaveTextContent(
      'Time to acceptance2 daysMedian of the 5 accepted in the last 12 months',
    );
  });

  it('has words for a year with nothing in it', async () => {
    const { shown } = await open(section, {
      valueOverTime: dashboard.valueOverTime.map((month) => ({ ...month, created: 0 })),
    });
    expect(shown.getByText(/^No proposal was created or won in the last 12 months\./)).toBeVisible();
    expect(shown.queryByRole('table')).not.toBeInTheDocument();
    expect(fact('Time to acceptance', 'dt')).toHaveTextContent('–EmptyNote was accepted');
  });
});
