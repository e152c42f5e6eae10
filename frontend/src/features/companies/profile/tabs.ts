// The five tabs of the profile, and the tab of each field.
import { LABELS, type CompanyField, type CompanyValues } from '../company-fields';

export const TABS = [
  { key: 'info', label: 'Company Info' },
  { key: 'trust', label: 'Trust & Credibility' },
  { key: 'template', label: 'Template Design' },
  { key: 'terms', label: 'Terms and Conditions' },
  { key: 'rules', label: 'Advanced AI Rules' },
] as const;

export type TabKey = (typeof TABS)[number]['key'];

const TRUST: readonly string[] = [
  'yearsInBusiness',
  'teamSize',
  'successMetrics',
  'industryRecognitions',
  'guaranteesOffered',
  'clientLogosUrl',
] satisfies CompanyField[];

export function tabOf(field: string): TabKey {
  if (field === 'termsAndConditions') return 'terms';
  if (field === 'customAiRules') return 'rules';
  return TRUST.includes(field) ? 'trust' : 'info';
}

/** The tab named in the address; the first one without a valid name. */
export const tabNamed = (name: string | null): TabKey => TABS.find(({ key }) => key === name)?.key ?? 'info';

/** The unsaved changes by tab: "Company Info: About Us, Phone". */
export function changesOf(values: CompanyValues, stored: CompanyValues, designChanged: boolean): string[] {
  const changed = (Object.keys(LABELS) as CompanyField[]).filter((field) => values[field] !== stored[field]);
  return TABS.flatMap(({ key, label }) => {
    if (key === 'template') return designChanged ? [label] : [];
    const names = changed.filter((field) => tabOf(field) === key).map((field): string => LABELS[field]);
    if (names.length === 0) return [];
    return [names.includes(label) ? label : `${label}: ${names.join(', ')}`];
  });
}
