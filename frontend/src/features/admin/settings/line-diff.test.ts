import { describe, expect, it } from 'vitest';
import { folded, lineDiff } from './line-diff';

const SIGNS = { same: ' ', removed: '-', added: '+' };
const diff = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => SIGNS[kind] + text);

describe('comparing two texts line by line', () => {
  it.each([
    ['nothing changed', 'a\nb', 'a\nb', [' a', ' b']],
    ['a line came in between', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a line went', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a line is another', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['lines moved', 'a\nb\nc', 'c\na\nb', ['+c', ' a', ' b', '-c']],
    ['a line was doubled', 'a\na\nb', 'a\na\na\nb', [' a', ' a', '+a', ' b']],
    ['only the ends of the lines differ', 'a\r\nb', 'a\nb', [' a', ' b']],
    ['there was nothing', '', 'a', ['-', '+a']],
  ])('%s', (_, before, after, lines) => {
    expect(diff(before, after)).toEqual(lines);
  });

  it('keeps every line of both, however much changed', () => {
    const before = Array.from({ length: 300 }, (_, at) => `line ${at % 7} ${at % 11}`).join('\n');
    const after = Array.from({ length: 280 }, (_, at) => `line ${at % 5} ${at % 11}`).join('\n');
    const lines = lineDiff(before, after);
    const without = (kind: string) =>
      lines
        .filter((line) => line.kind !== kind)
        .map(({ text }) => text)
        .join('\n');
    expect(without('added')).toBe(before);
    expect(without('removed')).toBe(after);
  });

  it('gives up on the middle of texts that are too long to compare', () => {
    const many = (word: string) => Array.from({ length: 2500 }, (_, at) => `${word} ${at}`);
    const lines = lineDiff(['same', ...many('old')].join('\n'), ['same', ...many('new')].join('\n'));
    expect(lines[0]).toEqual({ kind: 'same', text: 'same' });
    expect(lines).toHaveLength(5001);
  });
});

describe('leaving out what did not change', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);

  it('keeps three lines around a change', () => {
    const before = lines(21);
    const after = before.with(10, 'changed');
    const shown = folded(lineDiff(before.join('\n'), after.join('\n')));
    expect(shown.map((item) => (item.kind === 'fold' ? item.lines.length : item.text))).toEqual([
      7,
      'line 7',
      'line 8',
      'line 9',
      'line 10',
      'changed',
      'line 11',
      'line 12',
      'line 13',
      7,
    ]);
  });

  it('leaves out no single line', () => {
    const before = lines(5);
    const shown = folded(lineDiff(before.join('\n'), before.with(4, 'changed').join('\n')));
    expect(shown.every(({ kind }) => kind !== 'fold')).toBe(true);
  });
});
