// A sent proposal behind its share link; tests change the relevant part.
import type { ChosenPrices, LineItem, PricingTable, SharedProposal } from '@/api/gen/model';

export const SUMMARY = '0197a000-0000-7000-8000-00000000000a';
const PRICES = '0197a000-0000-7000-8000-00000000000c';
export const NEXT_STEPS = '0197a000-0000-7000-8000-00000000000b';

export const sent: SharedProposal = {
  title: 'Booking website',
  subtitle: 'For the practice in Harbor Street',
  status: 'pending',
  createdAt: '2026-05-04T09:12:00.000Z',
  htmlContent:
    `<section data-block="${SUMMARY}" data-kind="summary"><h2>Summary</h2><p>We build it.</p></section>` +
    `<section data-block="${NEXT_STEPS}" data-kind="next-steps"><h2>Next steps</h2><p>Sign below.</p></section>`,
  designCss: '.doc{--doc-primary:#3498db}',
  termsAndConditions: 'Pay within 14 days.\n\nYou own the result.',
  pricing: { currency: 'USD', taxMode: 'exclusive', milestones: [], groups: [] },
  totals: {
    lines: [],
    cadences: [
      { cadence: 'once', subtotal: '4500.00', discount: '0.00', taxes: [], total: '4500.00' },
      { cadence: 'monthly', subtotal: '300.00', discount: '0.00', taxes: [], total: '300.00' },
    ],
    totalAmount: '8100.00',
    totalLabel: 'One-time total plus first year of recurring costs',
  },
  totalAmount: '8100.00',
  currency: 'USD',
  companySnapshot: {
    name: 'Harbor Studio',
    yearsInBusiness: '12',
    guaranteesOffered: 'Thirty days of free corrections after the launch, in writing',
  },
  clientName: 'Northwind Dental',
  canAct: true,
  countersigns: false,
  hasDocument: false,
  revision: { number: 1, sha256: 'a'.repeat(64), sentAt: '2026-05-04T10:00:00.000Z' },
  consent: { id: 'electronic-signature-1', text: 'I agree to sign this proposal electronically.' },
};

const item = (id: string, name: string, unitPrice: string, part: Partial<LineItem> = {}): LineItem => ({
  id,
  name,
  unitPrice,
  quantity: '1',
  cadence: 'once',
  optional: false,
  selected: true,
  taxes: [],
  origin: 'user',
  confirmed: true,
  ...part,
});

/** With one option of each kind. */
export const options: PricingTable = {
  currency: 'USD',
  taxMode: 'exclusive',
  milestones: [],
  groups: [
    {
      id: 'g1',
      name: 'Website',
      choice: 'all',
      items: [
        item('build', 'Design and build', '4500.00'),
        item('language', 'Extra language', '650.00', { optional: true, selected: false }),
        item('workshop', 'Workshops', '120.00', {
          quantity: '5.00',
          quantityMin: '2',
          quantityMax: '10',
          unit: 'hour',
        }),
      ],
    },
    {
      id: 'g2',
      name: 'Care plan',
      choice: 'one',
      items: [
        item('essential', 'Essential', '90.00', { cadence: 'monthly', selected: false }),
        item('standard', 'Standard', '300.00', { cadence: 'monthly' }),
      ],
    },
    {
      id: 'g3',
      name: 'Extras',
      choice: 'any',
      items: [item('photos', 'Photography', '800.00', { selected: false })],
    },
  ],
};

/** The server's response to choices with this total. */
export const priced = (pricing: PricingTable, totalAmount: string): ChosenPrices => ({
  pricing,
  totals: {
    lines: pricing.groups.flatMap(({ items }) =>
      items.map(({ id, unitPrice }) => ({ itemId: id, amount: unitPrice, discount: '0.00' })),
    ),
    cadences: [
      { cadence: 'once', subtotal: totalAmount, discount: '0.00', taxes: [], total: totalAmount },
      { cadence: 'monthly', subtotal: '300.00', discount: '0.00', taxes: [], total: '300.00' },
    ],
    totalAmount,
    totalLabel: 'One-time total plus first year of recurring costs',
  },
  totalAmount,
});

/** The same proposal with choices; its document has a place for the prices. */
export const sentWithOptions: SharedProposal = {
  ...sent,
  ...priced(options, '8700.00'),
  htmlContent:
    `${sent.htmlContent}<section data-block="${PRICES}" data-kind="pricing"><h2>Investment</h2>` +
    '<div class="pricing-tables"><table class="pricing-table"><caption>Frozen</caption></table></div></section>',
};
