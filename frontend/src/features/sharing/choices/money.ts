/** Prices as the document shows them: a unit price may have more decimals than the currency. */

export function formatPrice(amount: string, currency: string): string {
  const decimals = /^-?\d+\.(\d+)$/.exec(amount)?.[1]?.replace(/0+$/, '').length ?? 0;
  const usual = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = Math.max(usual.resolvedOptions().maximumFractionDigits ?? 2, decimals);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumFractionDigits: digits,
  }).format(amount as `${number}`);
}

export const isZero = (decimal: string): boolean => /^-?0*(\.0*)?$/.test(decimal);
