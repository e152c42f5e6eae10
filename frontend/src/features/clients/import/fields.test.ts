import { describe, expect, it } from 'vitest';
import { clientImport } from '@/test/import-data';
import { columnLabels, missingFields, sampleOf, sharers } from './fields';

describe('the columns of a file', () => {
  it('are told apart where their names do not do it', () => {
    expect(columnLabels(['Name', ' ', 'Name ', 'Email'])).toEqual([
      'Name (column 1)',
      'Column 2',
      'Name (column 3)',
      'Email',
    ]);
  });

  it('are missing for required fields only', () => {
    expect(missingFields({ firstName: 1, email: 0 })).toEqual(['Company name', 'Last name']);
  });
});

describe('a column that is used twice', () => {
  it('is told, but for the two names', () => {
    const mapping = { companyName: 0, firstName: 1, lastName: 1, email: 2, phone: 2 };
    expect(sharers(mapping, 'email')).toEqual(['Phone']);
    expect(sharers(mapping, 'firstName')).toEqual([]);
    expect(sharers({ ...mapping, companyName: 1 }, 'firstName')).toEqual(['Company name']);
    expect(sharers({ phone: undefined, address: undefined }, 'phone')).toEqual([]);
  });
});

describe('the sample of a field', () => {
  const sample = (field: Parameters<typeof sampleOf>[2], mapping: Parameters<typeof sampleOf>[1]) =>
    sampleOf(clientImport, mapping, field);

  it('is from the first line that has something there', () => {
    expect(sample('phone', { phone: 3 })).toBe('+1 555 0144');
    expect(sample('description', { description: 4 })).toBeUndefined();
    expect(sample('address', {})).toBeUndefined();
  });

  it('divides a shared name at its last space', () => {
    const both = { firstName: 1, lastName: 1 };
    expect(sample('firstName', both)).toBe('Marguerite Anne');
    expect(sample('lastName', both)).toBe('Delacroix');
    expect(sample('firstName', { firstName: 1 })).toBe('Marguerite Anne Delacroix');
    const one = { sample: [['Cher']] };
    expect(sampleOf(one, { firstName: 0, lastName: 0 }, 'firstName')).toBe('Cher');
    expect(sampleOf(one, { firstName: 0, lastName: 0 }, 'lastName')).toBeUndefined();
  });
});
