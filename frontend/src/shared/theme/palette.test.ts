import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { palettes } from './palette';

// Vitest runs in the front end's folder; it does not serve style sheets to tests.
const css = readFileSync('src/shared/theme/tokens.css', 'utf8');

describe('palette', () => {
  it.each(Object.keys(palettes.light))('agrees with tokens.css about --%s', (name) => {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
    expect(palettes.light).toHaveProperty(name, light);
    expect(palettes.dark).toHaveProperty(name, dark);
  });
});
