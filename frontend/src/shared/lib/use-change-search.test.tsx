import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useChangeSearch } from './use-change-search';

function Filters() {
  const change = useChangeSearch();
  return (
    <button
      type="button"
      onClick={() => {
        // Before the address is rendered again.
        change((params) => {
          params.set('action', 'delete');
        });
        change((params) => {
          params.delete('page');
        });
      }}
    >
      Filter
    </button>
  );
}

it('keeps each of two changes that follow each other at once', async () => {
  const router = createMemoryRouter([{ path: '/log', element: <Filters /> }], {
    initialEntries: ['/log?object=clients&page=2'],
  });
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(router.state.location.search).toBe('?object=clients&action=delete');
});
