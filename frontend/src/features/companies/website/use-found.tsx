// Facts from a website, next to the fields of a form: blank fields are filled in, and for filled
// ones the user chooses. Typed text is never lost.
import { useState, type ReactNode } from 'react';
import type { ProfileField, ScrapedCompany } from '@/api/gen/model';
import { LABELS } from '../company-fields';
import { SourceNote } from './source-note';

export type FoundField = Exclude<ProfileField, 'industry'>;
type Texts = Partial<Record<FoundField, string>>;

const FIELDS: readonly FoundField[] = [
  'name',
  'phone',
  'aboutUs',
  'whyWorkWithUs',
  'howWeWork',
  'whatWeOffer',
  'testimonials',
];

/** The part of a form that is needed here; `useForm` has it. */
interface Form {
  values: Record<FoundField, string>;
  setValue: (name: FoundField, value: string) => void;
  replace: (before: Texts, after: Texts) => void;
}

export function useFound(form: Form, initial?: ScrapedCompany) {
  const [found, setFound] = useState(initial);
  // The user's text that was replaced by the website's.
  const [mine, setMine] = useState<Texts>({});

  return {
    found,
    forget: () => {
      setFound(undefined);
      setMine({});
    },
    /** Fills in blank fields; returns how many those are, and how many fields the website has text for. */
    take: (next: ScrapedCompany): { filled: number; said: number } => {
      const texts = textsOf(next);
      const blank = Object.fromEntries(FIELDS.map((field) => [field, '']));
      form.replace(blank, texts);
      setFound(next);
      setMine({});
      const said = FIELDS.filter((field) => texts[field] !== undefined);
      return { filled: said.filter((field) => form.values[field] === '').length, said: said.length };
    },
    /** The note below the field. */
    note: (field: FoundField): ReactNode => {
      const text = found?.[field];
      if (found === undefined || text === undefined || text === '') return null;
      const kept = mine[field];
      return (
        <SourceNote
          label={LABELS[field]}
          text={text}
          url={found.sources.find((source) => source.field === field)?.url}
          same={form.values[field] === text}
          onUse={() => {
            setMine({ ...mine, [field]: form.values[field] });
            form.setValue(field, text);
          }}
          onTakeBack={
            kept === undefined
              ? undefined
              : () => {
                  form.setValue(field, kept);
                  setMine({ ...mine, [field]: undefined });
                }
          }
        />
      );
    },
  };
}

const textsOf = (found: ScrapedCompany): Texts =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const text = found[field];
      return text === undefined || text === '' ? [] : [[field, text]];
    }),
  );

export const filledWords = (count: number): string =>
  count === 0
    ? 'No field was empty. Below each field you can see the text from your website.'
    : `${String(count)} ${count === 1 ? 'field is' : 'fields are'} filled in, each with the page it is from.`;
