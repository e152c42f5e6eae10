// The places of findings and claims, and their words in context.
import type { Claim, ClaimKind, Finding, Proposal } from '@/api/gen/model';
import { readText } from '@/shared/document/highlight';

/** The block of the title and the subtitle, which have none. */
const TITLE = '00000000-0000-0000-0000-000000000000';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const AROUND = 60;

export const KIND_NAMES: Record<ClaimKind, string> = {
  amount: 'Amount',
  number: 'Number',
  percentage: 'Percentage',
  date: 'Date',
  certificate: 'Certificate or award',
  guarantee: 'Guarantee',
  // A rule cannot distinguish them well, and the question is the same: does the team know this
  // name?
  person: 'Name',
  company: 'Name',
  testimonial: 'Testimonial',
};

export interface Block {
  id: string;
  name: string;
  text: string;
}

/** The blocks of a proposal with their text, the titles first, by id. */
export function blocksOf(proposal: Pick<Proposal, 'title' | 'subtitle' | 'htmlContent'>): Map<string, Block> {
  const blocks = new Map<string, Block>();
  blocks.set(TITLE, { id: TITLE, name: 'Title', text: `${proposal.title}\n${proposal.subtitle ?? ''}` });
  const page = new DOMParser().parseFromString(proposal.htmlContent, 'text/html');
  for (const element of page.querySelectorAll('[data-block]')) {
    const id = element.getAttribute('data-block') ?? '';
    const heading = element.querySelector('h2')?.textContent.trim();
    const name = heading === undefined || heading === '' ? 'Section without a heading' : heading;
    blocks.set(id, { id, name, text: readText(element).text });
  }
  return blocks;
}

/** The block or the item that a finding is about. */
export const idOf = ({ field }: Pick<Finding, 'field'>): string | undefined =>
  field === 'title' ? TITLE : UUID.exec(field)?.[0];

export const isTitle = (id: string): boolean => id === TITLE;

export interface Context {
  before: string;
  words: string;
  after: string;
}

/** A claim with the words around it, cut at words. */
export function contextOf(block: Block | undefined, { start, end, text }: Claim): Context {
  if (block?.text.slice(start, end) !== text) return { before: '', words: text, after: '' };
  const line = block.text.lastIndexOf('\n', start - 1) + 1;
  const close = block.text.indexOf('\n', end);
  let before = block.text.slice(line, start);
  let after = block.text.slice(end, close === -1 ? undefined : close);
  if (before.length > AROUND) before = `…${before.slice(-AROUND).replace(/^\S*\s/, '')}`;
  if (after.length > AROUND) after = `${after.slice(0, AROUND).replace(/\s\S*$/, '')}…`;
  return { before, words: text, after };
}
