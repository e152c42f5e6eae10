import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getUnsubscribeMockHandler } from '@/api/gen/notifications/notifications.msw';
import { failing, signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';

describe('the link at the foot of a mail', () => {
  it('does nothing before the button is pressed, and says what comes no more', async () => {
    const asked: string[] = [];
    const { user } = renderRoute(
      '/unsubscribe?token=abc',
      signedOut,
      getUnsubscribeMockHandler(({ request }) => {
        asked.push(new URL(request.url).search);
        return { message: 'You will get no more mails when a proposal is viewed.' };
      }),
    );
    const button = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(asked).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('You will get no more mails when a proposal is viewed.')).toBeVisible();
    expect(asked).toEqual(['?token=abc']);
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument();
  });

  it('says why it did not work', async () => {
    const { user } = renderRoute(
      '/unsubscribe?token=abc',
      signedOut,
      failing('post', '/api/notifications/unsubscribe', {
        status: 404,
        code: 'unsubscribe_link_invalid',
        message: 'This link does not work any more.',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work any more.');
    expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeEnabled();
  });

  it('asks for the whole link', async () => {
    renderRoute('/unsubscribe', signedOut);
    expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  });
});
