import { describe, expect, it } from 'vitest';
import { fileFault, RECAP_MAX, spoken, typed, withText, wordsIn } from './recap-files';

describe('the text of a file in a recap', () => {
  it('stands under the name of the file', () => {
    expect(withText('', 'call.vtt', 'Dana: Hi')).toEqual({ recap: '--- call.vtt ---\nDana: Hi', rest: '' });
    expect(withText('Typed before.\n\n\n', 'a.txt', 'More')).toEqual({
      recap: 'Typed before.\n\n--- a.txt ---\nMore',
      rest: '',
    });
  });

  it('fills a recap to its maximum, and the rest is kept', () => {
    const text = 'twelve words\n'.repeat(10_000);
    const { recap, rest } = withText('Typed before.', 'long.txt', text);
    expect(recap.length).toBeLessThanOrEqual(RECAP_MAX);
    expect(recap.length).toBeGreaterThan(RECAP_MAX - 20);
    expect(recap.endsWith('twelve words')).toBe(true);
    expect(rest.startsWith('twelve words\n')).toBe(true);
    expect(wordsIn(recap) - wordsIn('Typed before. --- long.txt ---') + wordsIn(rest)).toBe(20_000);
  });

  it('does not divide a character', () => {
    const { recap, rest } = withText('', 'a.txt', '😀'.repeat(60_000));
    expect(recap.endsWith('😀')).toBe(true);
    expect(rest.startsWith('😀')).toBe(true);
  });

  it('is kept as a whole if there is no room', () => {
    const full = 'a'.repeat(RECAP_MAX - 50);
    expect(withText(full, 'a.txt', 'b'.repeat(100))).toEqual({ recap: full, rest: 'b'.repeat(100) });
  });
});

describe('a chosen file', () => {
  it.each([
    ['notes.TXT', 'text/plain'],
    ['notes.md', 'text/markdown'],
    ['call.vtt', 'text/vtt'],
    ['call.srt', 'application/x-subrip'],
    ['scan.PDF', 'application/pdf'],
  ])('is sent with the type of its name: %s', (name, type) => {
    const file = new File(['x'], name, { type: 'application/octet-stream' });
    expect(fileFault(file)).toBeUndefined();
    expect(typed(file).type).toBe(type);
  });

  it.each([
    [new File(['x'], 'notes.pages'), /is not a kind of file that can be read/],
    [new File(['x'], 'pdf'), /is not a kind of file that can be read/],
    [new File(['x'], 'old.DOC'), /save it as \.docx/],
    [new File([], 'notes.txt'), /is empty/],
    [new File([new ArrayBuffer(10 * 1024 * 1024 + 1)], 'notes.txt'), /at most 10 MB/],
  ])('is refused before it is sent: %o', (file, why) => {
    expect(fileFault(file)).toMatch(why);
    expect(fileFault(file)).toContain(`“${file.name}”`);
  });

  it('tells how many speak for how long', () => {
    const turn = (speaker: string | undefined, endMs: number) => ({
      startMs: 0,
      endMs,
      ...(speaker !== undefined && { speaker }),
    });
    expect(spoken([])).toBe('');
    expect(spoken([turn(undefined, 10_000)])).toBe('1 minute');
    expect(spoken([turn('Dana', 10_000), turn('Tom', 31 * 60_000), turn('Dana', 20_000)])).toBe(
      '2 speakers, 31 minutes',
    );
  });
});
