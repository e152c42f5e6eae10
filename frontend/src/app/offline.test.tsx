// Without a connection: failures are explained, and repeated when the connection is back.
import { act, screen } from '@testing-library/react';
import { onlineManager } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { networkProblem } from '@/api/problem';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { client } from '@/test/data';
import { renderRoute } from '@/test/render';

const connection = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => {
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    onlineManager.setOnline(online);
  });
};

afterEach(() => {
  // It belongs to a package that other test files share.
  onlineManager.setOnline(true);
});

test('a list that could not be loaded says why, and is there once the connection is', async () => {
  let away = true;
  connection(false);
  renderRoute(
    '/clients',
    http.get('*/api/clients', () => (away ? HttpResponse.error() : undefined)),
    getListClientsMockHandler([client]),
  );
  expect(await screen.findByText('You are offline. Your entries are kept.')).toBeVisible();
  expect(await screen.findByText('We couldn’t load your clients')).toBeVisible();
  expect(screen.getByText('You are offline. Try again when the connection is back.')).toBeVisible();
  away = false;
  connection(true);
  expect(await screen.findByRole('heading', { name: client.companyName })).toBeVisible();
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument();
});

test('the wording of an action goes on with the reason', async () => {
  renderRoute('/clients', getListClientsMockHandler([client]));
  await screen.findByRole('heading', { name: client.companyName });
  connection(false);
  act(() => {
    toastFailure(networkProblem(), {
      title: 'Error',
      description: 'Failed to create client. Please try again.',
    });
  });
  expect(
    await screen.findByText('Failed to create client. Please try again. You are offline.'),
  ).toBeVisible();
  connection(true);
});

test('a screen whose code could not be fetched waits for the connection', async () => {
  const { router } = renderRoute('/clients', getListClientsMockHandler([client]));
  await screen.findByRole('heading', { name: client.companyName });
  connection(false);
  const route = router.routes[0]?.children?.find(({ path }) => path === '/verify');
  expect(route).toBeDefined();
  if (route === undefined) return;
  route.lazy = {
    Component: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /verify.js')),
  };
  await act(() => router.navigate('/verify'));
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible();
  connection(true);
});
