import { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { afterEach, expect, test } from 'vitest';
import { tables, withTables } from './tables';

const HEAD = '<tr><th scope="col">Phase</th><th scope="col">Weeks</th></tr>';
const ROWS =
  '<tr><th scope="row">Design</th><td>2</td></tr><tr><th scope="row">Build &amp; test</th><td>4 <strong>at most</strong></td></tr>';
const FOOT = '<tr><th scope="row">Together</th><td>6</td></tr>';
const TABLE = `<table><caption>Plan <em>of work</em></caption><thead>${HEAD}</thead><tbody>${ROWS}</tbody><tfoot>${FOOT}</tfoot></table>`;

let editor: Editor | undefined;
const open = (content: string) => {
  editor = new Editor({
    extensions: [StarterKit.configure({ trailingNode: false }), ...tables],
    content,
    injectCSS: false,
  });
  return editor;
};
afterEach(() => {
  editor?.destroy();
});

test('a table comes back as it was while the text beside it changes', () => {
  const opened = open(`<p>Six weeks.</p>${TABLE}<p>Then launch.</p>`);
  opened.commands.insertContentAt(1, 'About ');
  expect(withTables(opened.getHTML())).toBe(`<p>About Six weeks.</p>${TABLE}<p>Then launch.</p>`);
});

test('the caption is shown in the editor, and no row is made of it', () => {
  const opened = open(TABLE);
  expect(opened.view.dom.querySelector('caption')).toHaveTextContent('Plan of work');
  expect(opened.view.dom.querySelectorAll('tr')).toHaveLength(4);
});

test('editing a cell keeps what is around it', () => {
  const opened = open(TABLE);
  opened.state.doc.descendants((node, position) => {
    if (node.text === '2') opened.commands.insertContentAt(position + 1, '–3');
  });
  expect(withTables(opened.getHTML())).toBe(TABLE.replace('<td>2</td>', '<td>2–3</td>'));
});

test('a row added at the end joins the part above it, but never the head', () => {
  const addRow = (table: string, cell: string) => {
    const opened = open(table);
    opened.state.doc.descendants((node, position) => {
      if (node.text === cell) opened.commands.setTextSelection(position + 1);
    });
    opened.commands.addRowAfter();
    const added = withTables(opened.getHTML());
    opened.destroy();
    return added;
  };
  expect(addRow(TABLE, '6')).toMatch(/<tfoot>.*<tr>.*<tr>.*<\/tfoot><\/table>$/);
  expect(addRow(`<table><thead>${HEAD}</thead></table>`, 'Weeks')).toContain(
    `<thead>${HEAD}</thead><tbody><tr>`,
  );
});

test('spans, lists in cells and tables without a caption are kept too', () => {
  const table =
    '<table><tbody><tr><td colspan="2">All</td></tr><tr><td>One</td><td><ul><li><p>Two</p></li></ul></td></tr></tbody></table>';
  expect(withTables(open(table).getHTML())).toBe(table);
});
