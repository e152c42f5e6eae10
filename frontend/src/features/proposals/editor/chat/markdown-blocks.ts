// Cuts the Markdown of an answer into blocks. Only what an answer needs; what is not understood stays a paragraph, and a
// text that is still being written is read as far as it has come.

export type Block =
  | { kind: 'paragraph' | 'heading' | 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] };

/** Deeper than anybody writes; it keeps hostile text from nesting without end. */
const MAX_DEPTH = 5;

const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const HEADING = /^ {0,3}#{1,6} +(.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( *)(?:[-*+]|(\d{1,9})[.)])(?: +|$)/;

const isBlank = (line: string) => line.trim() === '';
const indentOf = (line: string) => line.length - line.trimStart().length;
const opensBlock = (line: string) =>
  isBlank(line) || [RULE, HEADING, FENCE, QUOTE, ITEM].some((opening) => opening.test(line));

/** Lines to be read from the first to the last. */
class Lines {
  private at = 0;
  private readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    this.lines = lines;
  }
  get next(): string | undefined {
    return this.lines[this.at];
  }
  take(): string {
    const line = this.lines[this.at] ?? '';
    this.at += 1;
    return line;
  }
  takeWhile(belongs: (line: string) => boolean): string[] {
    const taken: string[] = [];
    while (this.next !== undefined && belongs(this.next)) taken.push(this.take());
    return taken;
  }
}

export const markdownBlocks = (markdown: string): Block[] =>
  blocksOf(new Lines(markdown.replaceAll('\t', '    ').split(/\r\n|\n|\r/)), 0);

function blocksOf(lines: Lines, depth: number): Block[] {
  const blocks: Block[] = [];
  while (lines.next !== undefined) {
    const line = lines.next;
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line)?.[1];
    if (isBlank(line) || RULE.test(line)) {
      lines.take();
    } else if (fence !== undefined) {
      lines.take();
      const code = lines.takeWhile((next) => !next.trimStart().startsWith(fence));
      lines.take();
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (heading !== undefined) {
      lines.take();
      blocks.push({ kind: 'heading', text: heading.replace(/ +#+ *$/, '').trim() });
    } else if (depth < MAX_DEPTH && QUOTE.test(line)) {
      const quoted = lines.takeWhile((next) => QUOTE.test(next)).map((next) => next.replace(QUOTE, ''));
      blocks.push({ kind: 'quote', blocks: blocksOf(new Lines(quoted), depth + 1) });
    } else if (depth < MAX_DEPTH && ITEM.test(line)) {
      blocks.push(listOf(lines, depth));
    } else {
      const text = [lines.take(), ...lines.takeWhile((next) => !opensBlock(next))];
      blocks.push({ kind: 'paragraph', text: text.map((part) => part.trim()).join('\n') });
    }
  }
  return blocks;
}

/** The items at the indent of the first; what stands deeper is inside them. */
function listOf(lines: Lines, depth: number): Block {
  const [, first = '', number] = ITEM.exec(lines.next ?? '') ?? [];
  const ordered = number !== undefined;
  const belongs = (line: string | undefined): RegExpExecArray | null => {
    const item = ITEM.exec(line ?? '');
    return item !== null && (item[2] !== undefined) === ordered && (item[1] ?? '').length <= first.length + 1
      ? item
      : null;
  };
  const items: Block[][] = [];
  for (let item = belongs(lines.next); item !== null; item = belongs(lines.next)) {
    const marker = item[0];
    const own = [lines.take().slice(marker.length)];
    const inner = (line: string) => indentOf(line) >= Math.min(marker.length, first.length + 2);
    own.push(...lines.takeWhile((next) => !isBlank(next) && (inner(next) || !opensBlock(next))));
    // A blank line ends the item, unless what follows is indented or is the next item.
    let blank = lines.takeWhile(isBlank);
    while (blank.length > 0 && lines.next !== undefined && inner(lines.next)) {
      own.push('', ...lines.takeWhile((next) => !isBlank(next) && inner(next)));
      blank = lines.takeWhile(isBlank);
    }
    const shift = own
      .slice(1)
      .filter((line) => !isBlank(line))
      .reduce((least, line) => Math.min(least, indentOf(line)), marker.length);
    items.push(
      blocksOf(new Lines(own.map((line, index) => (index === 0 ? line : line.slice(shift)))), depth + 1),
    );
  }
  return { kind: 'list', ordered, start: Number(number ?? 1), items };
}
