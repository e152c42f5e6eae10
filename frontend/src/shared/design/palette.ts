/** The forty colours to choose from, each with a name: eight families, from deep to light. */
export interface Preset {
  name: string;
  hex: string;
}

const family = (...presets: [name: string, hex: string][]): Preset[] =>
  presets.map(([name, hex]) => ({ name, hex }));

export const PRESETS: readonly Preset[] = [
  ...family(
    ['Oxblood', '#7a1f2b'],
    ['Brick', '#a8322a'],
    ['Signal red', '#d62828'],
    ['Coral', '#ef6351'],
    ['Blush', '#f7d6d0'],
  ),
  ...family(
    ['Rust', '#8c3b12'],
    ['Terracotta', '#b8552b'],
    ['Orange', '#d9480f'],
    ['Apricot', '#f4a259'],
    ['Sand', '#f3e3d0'],
  ),
  ...family(
    ['Bronze', '#6f5318'],
    ['Ochre', '#a87b16'],
    ['Marigold', '#f3b233'],
    ['Lemon', '#ffdf5d'],
    ['Cream', '#faf3dc'],
  ),
  ...family(
    ['Forest', '#1f4d36'],
    ['Pine', '#0f5b48'],
    ['Leaf', '#3a8f4d'],
    ['Sage', '#9bb8a0'],
    ['Mint', '#e3f1e8'],
  ),
  ...family(
    ['Deep teal', '#0b4f55'],
    ['Teal', '#0b6b5d'],
    ['Lagoon', '#1495a3'],
    ['Aqua', '#8fd3d8'],
    ['Mist', '#e4f1f2'],
  ),
  ...family(
    ['Navy', '#14284b'],
    ['Cobalt', '#2451d6'],
    ['Sky blue', '#3498db'],
    ['Ice blue', '#a9d0ee'],
    ['Cloud', '#eef3ff'],
  ),
  ...family(
    ['Aubergine', '#3b1d4f'],
    ['Violet', '#5a35e0'],
    ['Magenta', '#b5307f'],
    ['Lilac', '#bda9e6'],
    ['Lavender', '#f1ecfb'],
  ),
  ...family(
    ['Ink', '#16191d'],
    ['Slate', '#2c3e50'],
    ['Steel', '#46636b'],
    ['Stone', '#b9b6ae'],
    ['Paper gray', '#f8f9fa'],
  ),
];

/** The message for an invalid colour. */
export const HEX_MESSAGE = 'Please enter a valid hex color (e.g., #3498db)';

/** A colour as the server writes it, or undefined: 3 or 6 digits behind a `#`. */
export function readHex(text: string): string | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}
