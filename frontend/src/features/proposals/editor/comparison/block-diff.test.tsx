import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { BlockDiff, RunsDiff } from './block-diff';
import { fold } from './fold';

test('a changed block names its heading once, and says which words came and went', () => {
  render(
    <BlockDiff
      block={{
        blockId: 'a',
        kind: 'timeline',
        title: 'Timeline',
        change: 'changed',
        runs: [
          { wording: 'same', text: 'Timeline\nWe build it in ' },
          { wording: 'removed', text: 'six' },
          { wording: 'added', text: 'eight' },
          { wording: 'same', text: ' weeks.' },
        ],
      }}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect(screen.getByText('Changed')).toBeVisible();
  expect(screen.getAllByText(/Timeline/)).toHaveLength(1);
  expect(screen.getByRole('deletion')).toHaveTextContent('removed: six');
  expect(screen.getByRole('insertion')).toHaveTextContent('added: eight');
});

test('a block without a heading is called by its kind', () => {
  render(<BlockDiff block={{ blockId: 'a', kind: 'case-study', title: '', change: 'moved', runs: [] }} />);
  expect(screen.getByRole('heading', { name: 'Case Study' })).toBeVisible();
  expect(screen.getByText('Moved')).toBeVisible();
});

test('long unchanged stretches are folded until they are asked for', async () => {
  const long = 'word '.repeat(100);
  render(
    <RunsDiff
      runs={[
        { wording: 'added', text: 'New. ' },
        { wording: 'same', text: `${long}middle ${long}` },
        { wording: 'added', text: 'End.' },
      ]}
    />,
  );
  expect(screen.queryByText(/middle/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /unchanged words/ }));
  expect(screen.getByText(/middle/)).toBeVisible();
});

test('folding splits between words and loses none', () => {
  const text = 'some words of a sentence '.repeat(20);
  const { before = '', hidden = '', after = '' } = fold(text, { first: false, last: false }) ?? {};
  expect(before + hidden + after).toBe(text);
  expect(before).toMatch(/\w$/);
  expect(after).toMatch(/^\w/);
  expect(fold('short', { first: true, last: false })).toBeUndefined();
});
