import { describe, expect, it } from 'vitest';
import { filtersOf, isFiltered, toParams } from './filters';

const read = (search: string) => filtersOf(new URLSearchParams(search));

describe('filters of the audit log', () => {
  it('come from the address, and only sound days do', () => {
    expect(read('actor=ada&object=clients&from=2026-11-01&to=2026-13-01')).toEqual({
      actor: 'ada',
      object: 'clients',
      action: '',
      from: '2026-11-01',
      to: '',
    });
    expect(isFiltered(read('page=2'))).toBe(false);
    expect(isFiltered(read('action=delete'))).toBe(true);
  });

  it('are asked of the server as moments, from the beginning of the first day to that after the last', () => {
    expect(toParams(read('action=delete&from=2026-11-01&to=2026-11-30'))).toEqual({
      action: 'delete',
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 11, 1).toISOString(),
    });
    expect(toParams(read(''))).toEqual({});
  });
});
