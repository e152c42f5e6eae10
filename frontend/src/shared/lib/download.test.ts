import { describe, expect, it } from 'vitest';
import { fileName } from './download';

describe('fileName', () => {
  it.each([
    ['attachment; filename="proffer.zip"', 'proffer.zip'],
    ['attachment; filename=proffer.zip', 'proffer.zip'],
    ['attachment; filename="x.zip"; filename*=UTF-8\'\'%C3%96z%20Studio.zip', 'Öz Studio.zip'],
    ['attachment; filename="x.zip"; filename*=UTF-8\'\'%E0%A4%A.zip', 'x.zip'],
    ['attachment', undefined],
    [null, undefined],
  ])('reads %j', (header, name) => {
    expect(fileName(header)).toBe(name);
  });
});
