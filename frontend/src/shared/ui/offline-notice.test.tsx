import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OfflineNotice } from './offline-notice';

afterEach(() => {
  vi.restoreAllMocks();
});

const connection = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => {
    window.dispatchEvent(new Event(online ? 'online' : 'offline'));
  });
};

test('it comes and goes with the connection, and is announced', () => {
  render(<OfflineNotice />);
  const region = screen.getByRole('status');
  expect(region).toHaveAttribute('aria-live', 'polite');
  expect(region).toBeEmptyDOMElement();
  connection(false);
  expect(region).toHaveTextContent('You are offline. Your entries are kept.');
  connection(true);
  expect(region).toBeEmptyDOMElement();
});
