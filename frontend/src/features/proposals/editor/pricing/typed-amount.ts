// Converts typed figures to the plain digits of the API. Text in, text out: no figure passes
// through a float.

const SIGNS = /[\s\u00a0\u202f'’$€£¥₹₩₪₦₱₴₫%]/g;

/**
 * "$1,500.00" to "1500.00", "1.500,00 €" to "1500.00", "4.5k" to "4500". Ambiguous text, or text that is not
 * a number, is unchanged: the server reports it at the field.
 */
export function plainDecimal(typed: string): string {
  const text = typed.trim();
  const bare = text.replace(SIGNS, '');
  const thousands = /^(-?\d+(?:[.,]\d{1,3})?)k$/i.exec(bare);
  if (thousands?.[1] !== undefined) return timesThousand(thousands[1].replace(',', '.'));
  if (/^-?\d+(\.\d+)?$/.test(bare)) return bare;
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(bare) || /^-?\d{1,3}(\.\d{3}){2,}$/.test(bare))
    return bare.replaceAll('.', '').replace(',', '.');
  if (/^-?\d+,\d{1,2}$/.test(bare)) return bare.replace(',', '.');
  if (/^-?\.\d+$/.test(bare)) return bare.replace('.', '0.');
  return text;
}

/** Moves the decimal point by three places, in the digits. */
function timesThousand(figure: string): string {
  const [whole = '', fraction = ''] = figure.split('.');
  return `${whole}${fraction.padEnd(3, '0')}`.replace(/^(-?)0+(?=\d)/, '$1');
}
