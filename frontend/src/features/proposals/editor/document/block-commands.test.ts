import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { addBlock, changeKind, duplicateBlock, moveBlock, removeBlock } from './block-commands';
import { openDocument, section } from '@/test/document';

const THREE = section('a', '<p>one</p>') + section('b', '<p>two</p>') + section('p', '<p>$3</p>', 'pricing');

test('blocks move up and down, prices too, and stop at the ends', () => {
  const { editor, ids } = openDocument(THREE);
  expect(moveBlock(editor.view, 'p', -1)).toBe(true);
  expect(ids()).toEqual(['a', 'p', 'b']);
  expect(moveBlock(editor.view, 'a', 1)).toBe(true);
  expect(ids()).toEqual(['p', 'a', 'b']);
  expect(moveBlock(editor.view, 'p', -1)).toBe(false);
  expect(moveBlock(editor.view, 'b', 1)).toBe(false);
  editor.commands.undo();
  editor.commands.undo();
  expect(ids()).toEqual(['a', 'b', 'p']);
});

test('the caret goes where its block goes', () => {
  const { editor, place } = openDocument(THREE);
  editor.commands.setTextSelection(place('two') + 2);
  const key = new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, shiftKey: true });
  editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, key));
  expect(editor.state.selection.head).toBe(place('two') + 2);
  editor.commands.insertContent('X');
  expect(editor.state.doc.child(0).textContent).toBe('twXo');
});

test('a new block has its heading, an id of its own and the caret under the heading', () => {
  const { editor, ids, saved } = openDocument(THREE);
  expect(addBlock(editor.view, 'a', 'timeline')).toBe(true);
  const [, id = ''] = ids();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  editor.commands.insertContent('Six weeks.');
  expect(saved()).toContain(section(id, '<h2>Timeline</h2><p>Six weeks.</p>', 'timeline'));
});

test('there is one pricing block at most', () => {
  const { editor, ids } = openDocument(THREE);
  expect(addBlock(editor.view, 'a', 'pricing')).toBe(false);
  expect(duplicateBlock(editor.view, 'p')).toBe(false);
  removeBlock(editor.view, 'p');
  expect(addBlock(editor.view, 'a', 'pricing')).toBe(true);
  expect(ids()).toHaveLength(3);
});

test('a double has an id of its own', () => {
  const { editor, ids } = openDocument(THREE);
  duplicateBlock(editor.view, 'a');
  expect(new Set(ids()).size).toBe(4);
  expect(editor.state.doc.child(1).textContent).toBe('one');
});

test('what is pasted does not take the id of what is there', () => {
  const { editor, ids } = openDocument(THREE);
  editor.commands.setTextSelection(editor.state.doc.child(0).nodeSize - 2);
  editor.view.pasteHTML(section('b', '<p>four</p>') + section('c', '<p>five</p>'));
  expect(new Set(ids()).size).toBe(ids().length);
  expect(ids()).toContain('b');
  expect(editor.state.doc.textContent).toContain('four');
  expect(editor.state.doc.textContent).toContain('five');
});

test('a kind changes, and prices keep theirs', () => {
  const { editor, saved } = openDocument(THREE);
  changeKind(editor.view, 'a', 'summary');
  expect(saved()).toContain(section('a', '<p>one</p>', 'summary'));
  expect(changeKind(editor.view, 'p', 'free')).toBe(false);
  expect(changeKind(editor.view, 'a', 'pricing')).toBe(false);
});

test('removing is taken back by undo, and the last block leaves an empty one', () => {
  const { editor, ids, saved } = openDocument(section('a', '<p>one</p>'));
  removeBlock(editor.view, 'a');
  expect(ids()).toHaveLength(1);
  expect(ids()).not.toContain('a');
  editor.commands.undo();
  expect(saved()).toBe(section('a', '<p>one</p>'));
});

test('prices cannot be typed into', () => {
  const { editor, saved } = openDocument(THREE);
  const at = editor.state.doc.child(0).nodeSize + editor.state.doc.child(1).nodeSize;
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)));
  expect(editor.state.selection).not.toBeInstanceOf(TextSelection);
  editor.view.dom.querySelector('[data-kind=pricing]')?.dispatchEvent(new Event('input'));
  expect(saved()).toBe(THREE);
});
