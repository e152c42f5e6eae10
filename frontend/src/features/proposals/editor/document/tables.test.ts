import { expect, test } from 'vitest';
import { openDocument, section } from '@/test/document';

const HEAD = '<tr><th scope="col">Phase</th><th scope="col">Weeks</th></tr>';
const ROWS =
  '<tr><th scope="row">Design</th><td>2</td></tr><tr><th scope="row">Build &amp; test</th><td>4 <strong>at most</strong></td></tr>';
const FOOT = '<tr><th scope="row">Together</th><td>6</td></tr>';
const TABLE = `<table><caption>Plan <em>of work</em></caption><thead>${HEAD}</thead><tbody>${ROWS}</tbody><tfoot>${FOOT}</tfoot></table>`;

const open = (content: string) => openDocument(section('a', content));

test('a table comes back as it was while the text beside it changes', () => {
  const opened = open(`<p>Six weeks.</p>${TABLE}<p>Then launch.</p>`);
  opened.editor.commands.insertContentAt(2, 'About ');
  expect(opened.rewritten()).toBe(`<p>About Six weeks.</p>${TABLE}<p>Then launch.</p>`);
});

test('the caption is shown in the editor, and no row is made of it', () => {
  const opened = open(TABLE);
  expect(opened.editor.view.dom.querySelector('caption')).toHaveTextContent('Plan of work');
  expect(opened.editor.view.dom.querySelectorAll('tr')).toHaveLength(4);
});

test('editing a cell keeps what is around it', () => {
  const opened = open(TABLE);
  opened.editor.state.doc.descendants((node, position) => {
    if (node.text === '2') opened.editor.commands.insertContentAt(position + 1, '–3');
  });
  expect(opened.rewritten()).toBe(TABLE.replace('<td>2</td>', '<td>2–3</td>'));
});

test('a row added at the end joins the part above it, but never the head', () => {
  const addRow = (table: string, cell: string) => {
    const opened = open(table);
    opened.editor.state.doc.descendants((node, position) => {
      if (node.text === cell) opened.editor.commands.setTextSelection(position + 1);
    });
    opened.editor.commands.addRowAfter();
    const added = opened.rewritten();
    opened.editor.destroy();
    return added;
  };
  expect(addRow(TABLE, '6')).toMatch(/<tfoot>.*<tr>.*<tr>.*<\/tfoot><\/table>$/);
  expect(addRow(`<table><thead>${HEAD}</thead></table>`, 'Weeks')).toContain(
    `<thead>${HEAD}</thead><tbody><tr>`,
  );
});

test('spans, lists in cells and tables without a caption are kept too', () => {
  const table =
    '<table><tbody><tr><td colspan="2">All</td></tr><tr><td>One</td><td><ul><li>Two</li></ul></td></tr></tbody></table>';
  expect(open(table).rewritten()).toBe(table);
});
