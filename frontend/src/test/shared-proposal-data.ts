// A sent proposal as the share link shows it; tests change the part they are about.
import type { SharedProposal } from '@/api/gen/model';

export const sent: SharedProposal = {
  title: 'Booking website',
  subtitle: 'For the practice in Harbor Street',
  status: 'pending',
  createdAt: '2026-05-04T09:12:00.000Z',
  htmlContent:
    '<section data-block="a" data-kind="summary"><h2>Summary</h2><p>We build it.</p></section>' +
    '<section data-block="b" data-kind="next-steps"><h2>Next steps</h2><p>Sign below.</p></section>',
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
  revision: { number: 1, sha256: 'a'.repeat(64), sentAt: '2026-05-04T10:00:00.000Z' },
  consent: { id: 'electronic-signature-1', text: 'I agree to sign this proposal electronically.' },
};
