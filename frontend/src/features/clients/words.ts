// Formatting of counts and addresses.
const number = new Intl.NumberFormat('en-US');

export const formatCount = (count: number): string => number.format(count);

export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A website's address without scheme and `www`. */
export const bareAddress = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
