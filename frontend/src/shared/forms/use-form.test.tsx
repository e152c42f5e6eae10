// When a form shows errors: on blur of an edited field, and for all fields on submit.
import { render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { sessionQuery } from '@/shared/session/session';
import { TextField } from './fields';
import { useForm } from './use-form';
import { requiredText, zodErrors } from './zod-errors';

const rules = z.object({ name: requiredText('Name is required'), email: z.email('Invalid email address') });

function Example({ onSave }: { onSave: () => void }) {
  const form = useForm({
    initial: { name: '', email: '' },
    validate: zodErrors(rules),
    onSubmit: () => {
      onSave();
      return Promise.resolve();
    },
  });
  return (
    <form {...form.formProps}>
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('email')} label="Email" />
      <button type="button">Cancel</button>
      <button type="submit">Save</button>
    </form>
  );
}

function open() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queryClient.setQueryData(sessionQuery.queryKey, null);
  const onSave = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <Example onSave={onSave} />
    </QueryClientProvider>,
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  return { user: userEvent.setup(), onSave, name: field('Name'), email: field('Email') };
}

test('a field that was typed into is checked as it is left, and mended as it is typed into', async () => {
  const { user, name, email } = open();
  await user.type(email, 'mia@');
  expect(email).not.toHaveAccessibleDescription();
  await user.click(name);
  expect(email).toHaveAccessibleDescription('Invalid email address');
  await user.type(email, 'harbor.example');
  expect(email).not.toHaveAccessibleDescription();
});

test('one that was only passed is not', async () => {
  const { user, name } = open();
  await user.click(name);
  await user.tab();
  expect(name).not.toHaveAccessibleDescription();
});

test('nothing moves on the way to a button', async () => {
  const { user, email } = open();
  await user.type(email, 'mia@');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(email).not.toHaveAccessibleDescription();
});

test('sending it says all that is wrong, and leads to the first', async () => {
  const { user, onSave, name, email } = open();
  await user.type(email, 'mia@');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription('Name is required');
  expect(email).toHaveAccessibleDescription('Invalid email address');
  expect(name).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
});
