import { expect, test } from 'vitest';
import { readBlocks } from './blocks';
import { showBlocks } from './show-blocks';
import { openDocument, section } from '@/test/document';

const ONE = section('a', '<h2>A</h2><p>We build it in six weeks.</p>');
const TWO = section('b', '<p>Second.</p>');
const PRICES = section('p', '<p>$3</p>', 'pricing');

test.each([
  ['nothing', ONE + TWO + PRICES],
  ['words', ONE.replace('six', 'eight') + TWO + PRICES],
  ['words at both ends', ONE.replace('We', 'They').replace('weeks.', 'months!') + TWO + PRICES],
  ['repeating words', ONE.replace('six', 'six six six') + TWO + PRICES],
  ['a kind', ONE.replace('free', 'summary') + TWO + PRICES],
  ['the order', PRICES + TWO + ONE],
  ['prices', ONE + TWO + PRICES.replace('$3', '$4')],
  ['a removed block', TWO + PRICES],
  ['new blocks', section('c', '<p>c</p>') + ONE + section('d', '<p>d</p>') + TWO + PRICES],
  ['everything', section('c', '<p>c</p>') + section('d', '<p>d</p>')],
  ['the kind that makes a block one of prices', ONE + TWO.replace('free', 'pricing')],
])('a document that differs in %s is shown', (_what, next) => {
  const { editor, known, saved } = openDocument(ONE + TWO + PRICES);
  showBlocks(editor.view, known, readBlocks(next));
  expect(saved()).toBe(next);
});

test('the caret stays where it is while others change the words around it', () => {
  const { editor, known, place } = openDocument(ONE + TWO);
  editor.commands.setTextSelection(place('weeks'));
  showBlocks(
    editor.view,
    known,
    readBlocks(section('c', '<p>c</p>') + ONE.replace('six', 'twenty-four') + TWO),
  );
  expect(editor.state.selection.head).toBe(place('weeks'));
});

test('the caret follows its block to another place', () => {
  const { editor, known, place } = openDocument(ONE + TWO);
  editor.commands.setTextSelection(place('weeks'));
  showBlocks(editor.view, known, readBlocks(TWO + ONE));
  expect(editor.state.selection.head).toBe(place('weeks'));
});

test('undo takes back what was typed here, and not what came from elsewhere', () => {
  const { editor, known, saved, place } = openDocument(ONE + TWO);
  editor.commands.insertContentAt(place('Second') + 6, ' mine');
  showBlocks(
    editor.view,
    known,
    readBlocks(ONE.replace('six', 'eight') + TWO.replace('Second', 'Second mine')),
  );
  editor.commands.undo();
  expect(saved()).toBe(ONE.replace('six', 'eight') + TWO);
});
