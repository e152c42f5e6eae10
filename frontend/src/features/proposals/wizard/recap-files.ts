// Files that are added to a recap: which are taken, and how their text becomes part of the recap.
import type { RecapFile, TranscriptTurn } from '@/api/gen/model';

/** The longest recap, in characters. */
export const RECAP_MAX = 100_000;
/** The most files of one request. */
export const FILES_MAX = 10;
const BYTES_MAX = 10 * 1024 * 1024;
/** With less room than this, the beginning of a text would be of no use. */
const ROOM_MIN = 200;

/** The types of the files by the ending of their names: browsers do not know all of them. */
const TYPES: Partial<Record<string, string>> = {
  txt: 'text/plain',
  text: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

export const ACCEPT = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** The file with the type that its name says. */
export const typed = (file: File): File => new File([file], file.name, { type: TYPES[endingOf(file.name)] });

/** Why a file is not uploaded. The server repeats these checks, and checks the content. */
export function fileFault({ name, size }: File): string | undefined {
  if (endingOf(name) === 'doc')
    return `“${name}” is in the old format of Word: open it in Word and save it as .docx.`;
  if (TYPES[endingOf(name)] === undefined)
    return `“${name}” is not a kind of file that can be read: add .txt, .md, .vtt, .srt, .docx or .pdf.`;
  if (size === 0) return `“${name}” is empty.`;
  if (size > BYTES_MAX) return `“${name}” is too large: a file has at most 10 MB.`;
  return undefined;
}

/**
 * Adds a text to a recap under a line with the file's name; the extraction knows this line. What does not fit is
 * the rest.
 */
export function withText(recap: string, name: string, text: string): { recap: string; rest: string } {
  const before = recap.trim() === '' ? '' : `${recap.trimEnd()}\n\n`;
  const start = `${before}--- ${name} ---\n`;
  const room = RECAP_MAX - start.length;
  if (text.length <= room) return { recap: start + text, rest: '' };
  if (room < ROOM_MIN) return { recap, rest: text };
  const end = lastBreak(text.slice(0, room));
  return { recap: start + text.slice(0, end).trimEnd(), rest: text.slice(end).trimStart() };
}

/** Where a text is divided: after its last line, word, or whole character. */
function lastBreak(text: string): number {
  const ends = [text.lastIndexOf('\n'), text.lastIndexOf(' ')];
  const end = ends.find((place) => place > text.length / 2);
  return end ?? (/[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length);
}

export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;

const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

export const words = (number: number): string => counted(number, 'word');

/** What a transcript contains: "2 speakers, 31 minutes"; empty for other files. */
export function spoken(turns: readonly TranscriptTurn[]): string {
  const last = turns.at(-1);
  if (last === undefined) return '';
  const speakers = new Set(turns.flatMap(({ speaker }) => speaker ?? [])).size;
  const minutes = Math.max(1, Math.round(Math.max(...turns.map(({ endMs }) => endMs)) / 60_000));
  return [...(speakers > 0 ? [counted(speakers, 'speaker')] : []), counted(minutes, 'minute')].join(', ');
}

/** The state of a file. */
export type Progress =
  | { state: 'reading'; share: number }
  | { state: 'added'; name: string; words: number; spoken: string; rest: string }
  | { state: 'refused'; why: string }
  | { state: 'failed'; why: string };

/** A file that was chosen. */
export interface ChosenFile {
  id: number;
  file: File;
  progress: Progress;
}

/** A file that the server has read, put into a recap. */
export function added(recap: string, { fileName, text, turns }: RecapFile & { text: string }) {
  const next = withText(recap, fileName, text);
  const progress: Progress = {
    state: 'added',
    name: fileName,
    words: wordsIn(text),
    spoken: spoken(turns),
    rest: next.rest,
  };
  return { recap: next.recap, progress };
}
