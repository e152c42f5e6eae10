// The labels of the block kinds. The names are those of the document's `data-kind`.

export interface Kind {
  name: string;
  words: string;
  /** The content of such a block. */
  hint: string;
}

export const PRICING = 'pricing';

/** In the usual order of a proposal. */
export const KINDS: readonly Kind[] = [
  { name: 'cover', words: 'Cover', hint: 'The work, the client and you' },
  { name: 'summary', words: 'Summary', hint: 'The proposal in a few sentences' },
  { name: 'needs', words: 'Needs', hint: 'What the client needs' },
  { name: 'solution', words: 'Solution', hint: 'What you propose' },
  { name: 'scope', words: 'Scope', hint: 'What is included' },
  { name: 'assumptions', words: 'Assumptions', hint: 'What the proposal assumes' },
  { name: 'exclusions', words: 'Exclusions', hint: 'What is not included' },
  { name: 'timeline', words: 'Timeline', hint: 'When things happen' },
  { name: 'team', words: 'Team', hint: 'Who does the work' },
  { name: 'testimonials', words: 'Testimonials', hint: 'Quotes from earlier clients' },
  { name: 'case-study', words: 'Case Study', hint: 'Earlier work and its results' },
  { name: PRICING, words: 'Pricing', hint: 'The table of prices' },
  { name: 'terms', words: 'Terms', hint: 'Conditions of this proposal' },
  { name: 'next-steps', words: 'Next Steps', hint: 'What the client can do now' },
  { name: 'free', words: 'Free text', hint: 'Anything else' },
];

/** Kinds that only a draft creates and users do not add. */
const DRAFTED: Partial<Record<string, string>> = {
  'what-we-offer': 'What We Offer',
  'why-work-with-us': 'Why Work With Us',
  'how-we-work': 'How We Work',
  notes: 'Notes',
};

export const kindInWords = (name: string): string =>
  KINDS.find((kind) => kind.name === name)?.words ?? DRAFTED[name] ?? 'Free text';
