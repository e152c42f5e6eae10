// Every text of the catalogue stands somewhere in what people are shown: in a screen, or in what the server says.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** One space between words, one kind of apostrophe, and nothing escaped. */
const plain = (text: string) =>
  text
    .replaceAll(/&apos;|&rsquo;|\\'|’/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\{['"] ['"]\}/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** What is written for people, tests and generated code left out. */
function sources(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/\.test\.|\.msw\.|(^|\/)(test|tests)(\/|\.)/.test(name))
    .map((name) => plain(readFileSync(path.join(root, folder, name), 'utf8')));
}

const shown = [
  ...sources('frontend/src', /\.tsx?$/),
  ...sources('backend/src', /\.(rs|html|txt)$/),
  ...sources('backend/domain/src', /\.rs$/),
];

const catalogue = readFileSync(path.join(import.meta.dirname, 'catalogue.txt'), 'utf8');
const screens = catalogue
  .split(/^## /m)
  .slice(1)
  .map((part) => part.split('\n').filter((line) => line !== ''));

describe.each(screens.map(([screen = '', ...texts]) => ({ screen, texts })))('$screen', ({ texts }) => {
  it.each(texts)('%s', (text) => {
    const parts = plain(text).split('{}');
    expect(shown.some((source) => parts.every((part) => source.includes(part)))).toBe(true);
  });
});
