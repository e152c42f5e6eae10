// The fields of a client, and labels for the columns of a file.
import type { ClientImport, ImportMapping } from '@/api/gen/model';

export type FieldName = keyof ImportMapping;

export interface Field {
  name: FieldName;
  label: string;
  required: boolean;
}

export const FIELDS: readonly Field[] = [
  { name: 'companyName', label: 'Company name', required: true },
  { name: 'firstName', label: 'First name', required: true },
  { name: 'lastName', label: 'Last name', required: true },
  { name: 'email', label: 'Email', required: true },
  { name: 'phone', label: 'Phone', required: false },
  { name: 'address', label: 'Address', required: false },
  { name: 'websiteUrl', label: 'Website', required: false },
  { name: 'description', label: 'Description', required: false },
];

/** The labels of the required fields that no column is chosen for. */
export const missingFields = (mapping: ImportMapping): string[] =>
  FIELDS.filter(({ name, required }) => required && mapping[name] === undefined).map(({ label }) => label);

/** Unique labels of the columns: unnamed and duplicate ones get their position. */
export function columnLabels(columns: readonly string[]): string[] {
  const names = columns.map((column) => column.trim());
  return names.map((name, index) => {
    const place = `Column ${String(index + 1)}`;
    if (name === '') return place;
    return names.filter((other) => other === name).length > 1 ? `${name} (${place.toLowerCase()})` : name;
  });
}

/** First and last name come from one column, which is split at its last space. */
export const isSplit = ({ firstName, lastName }: ImportMapping): boolean =>
  firstName !== undefined && firstName === lastName;

/** The other fields that read the same column. First and last name may share one. */
export function sharers(mapping: ImportMapping, field: FieldName): string[] {
  const names: readonly FieldName[] = ['firstName', 'lastName'];
  return FIELDS.filter(
    ({ name }) =>
      name !== field &&
      mapping[field] !== undefined &&
      mapping[name] === mapping[field] &&
      !(names.includes(name) && names.includes(field)),
  ).map(({ label }) => label);
}

/** A sample value for a field: from the first line that has one. */
export function sampleOf(
  { sample }: Pick<ClientImport, 'sample'>,
  mapping: ImportMapping,
  field: FieldName,
): string | undefined {
  const column = mapping[field];
  if (column === undefined) return undefined;
  const cell = sample.map((cells) => cells[column]?.trim() ?? '').find((text) => text !== '');
  if (cell === undefined || !isSplit(mapping)) return cell;
  const space = cell.lastIndexOf(' ');
  if (field === 'firstName') return space < 0 ? cell : cell.slice(0, space).trim();
  if (field === 'lastName') return space < 0 ? undefined : cell.slice(space + 1);
  return cell;
}
