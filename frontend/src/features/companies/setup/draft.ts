// The current step of the setup and the typed values: kept in this browser, so that leaving and
// coming back loses nothing.
import type { CurrentUser, ScrapedCompany } from '@/api/gen/model';
import type { DesignChoice } from '@/shared/design/choice';
import { readHex } from '@/shared/design/palette';
import { currencyOfLanguage } from '@/shared/lib/currencies';
import { browserDrafts } from '@/shared/session/drafts';
import { basicFields, type BasicField } from '../company-fields';
import { readFound } from '../website/read-website';

/** The name of the draft. */
export const SETUP = 'setup';

export type Step = 1 | 2 | 3 | 4 | 5;

/** `logoUrl` is empty while there is no logo. */
export type SetupValues = Record<BasicField | 'firstName' | 'lastName' | 'logoUrl', string>;

export interface SetupDraft {
  /** The welcome dialog has been closed. */
  welcomed: boolean;
  step: Step;
  values: SetupValues;
  /** Absent until a template is chosen. */
  choice?: DesignChoice;
  /** The facts from the website. */
  found?: ScrapedCompany;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const freshDraft = ({ firstName, lastName }: CurrentUser): SetupDraft => ({
  welcomed: false,
  step: 1,
  values: {
    ...(Object.fromEntries(basicFields.map((field) => [field, ''])) as Record<BasicField, string>),
    currency: currencyOfLanguage(navigator.language),
    firstName,
    lastName,
    logoUrl: '',
  },
});

/** The stored draft, or an empty one. */
export function setupDraft(user: CurrentUser): { draft: SetupDraft; resumed: boolean } {
  const fresh = freshDraft(user);
  const stored = browserDrafts.load(SETUP, user);
  if (!isRecord(stored) || !isRecord(stored.values)) return { draft: fresh, resumed: false };
  const from = stored.values;
  const fields = Object.keys(fresh.values) as (keyof SetupValues)[];
  const values = Object.fromEntries(
    fields.map((field) => [field, typeof from[field] === 'string' ? from[field] : fresh.values[field]]),
  ) as SetupValues;
  const choice = choiceFrom(stored.choice);
  const found = readFound(stored.found);
  const step = [1, 2, 3, 4, 5].includes(Number(stored.step)) ? (stored.step as Step) : 1;
  return {
    draft: {
      welcomed: stored.welcomed === true,
      // Without a template there are no colors to choose.
      step: choice === undefined && step > 3 ? 3 : step,
      values,
      ...(choice !== undefined && { choice }),
      ...(found !== undefined && { found }),
    },
    resumed: fields.some((field) => values[field] !== fresh.values[field]) || step > 1,
  };
}

function choiceFrom(stored: unknown): DesignChoice | undefined {
  if (!isRecord(stored) || text(stored.templateId) === '') return undefined;
  const color = (value: unknown) => readHex(text(value)) ?? '';
  return {
    templateId: text(stored.templateId),
    primaryColor: color(stored.primaryColor),
    secondaryColor: color(stored.secondaryColor),
    accentColor: color(stored.accentColor),
    layoutStyle: text(stored.layoutStyle) || 'default',
    fontFamily: text(stored.fontFamily),
    customCss: '',
  };
}
