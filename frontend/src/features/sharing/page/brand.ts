/**
 * The sender's colours around the document: those in its own style sheet, already adjusted for readability by
 * the server.
 */

const NAMES = ['primary', 'dark', 'on-dark'] as const;
const COLOR = /^#[0-9a-f]{6}$/i;

/** A style sheet with the brand's colours for the page; empty if the document has none. */
export function brandCss(designCss: string): string {
  const found = NAMES.flatMap((name) => {
    const value = new RegExp(`--doc-${name}:\\s*([^;}]+)`).exec(designCss)?.[1]?.trim() ?? '';
    return COLOR.test(value) ? [`--brand-${name}:${value}`] : [];
  });
  return found.length === 0 ? '' : `:root{${found.join(';')}}`;
}
