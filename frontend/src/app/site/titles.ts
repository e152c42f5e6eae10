// The titles of the public pages: in the browser's tab, in search results and when shared.
export const titles = {
  landing: 'Proffer: from meeting notes to a signed proposal',
  privacy: 'Privacy Policy · Proffer',
  terms: 'Terms of Service · Proffer',
} as const;

export const descriptions = {
  landing:
    'Paste a meeting recap, check the prices, and send your client one link to read, choose from and sign. 14-day free trial, no credit card required.',
  privacy: 'What Proffer keeps about you and your clients, why, for how long, and how to have it deleted.',
  terms: 'The terms for using Proffer: trial, price, cancelling, acceptable use, and signatures.',
} as const;
