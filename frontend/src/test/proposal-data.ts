// A drafted proposal as an API response; tests change the relevant part.
import type { ChatMessage, Proposal, PreSendCheck } from '@/api/gen/model';
import { client, proposalCard } from './data';

const SECTION = '0197a000-0000-7000-8000-0000000000';

export const summaryId = `${SECTION}61`;
const pricingId = `${SECTION}64`;
export const migrationId = `${SECTION}72`;

export const draft: Proposal = {
  designCss: '',
  ...proposalCard,
  status: 'draft',
  htmlContent:
    `<section data-block="${summaryId}" data-kind="summary"><h2>Summary</h2><p>We build it.</p></section>` +
    `<section data-block="${pricingId}" data-kind="pricing"><h2>Pricing</h2><p>$4,500.00</p></section>`,
  pricing: {
    currency: 'USD',
    taxMode: 'exclusive',
    milestones: [],
    groups: [
      {
        id: `${SECTION}70`,
        name: 'Services',
        choice: 'all',
        items: [
          {
            id: migrationId,
            name: 'Content migration',
            quantity: '1',
            unitPrice: '1200.00',
            cadence: 'once',
            optional: false,
            selected: true,
            taxes: [],
            origin: 'assistant',
            confirmed: true,
          },
        ],
      },
    ],
  },
  totals: {
    lines: [],
    cadences: [
      { cadence: 'once', subtotal: '4500.00', discount: '0.00', taxes: [], total: '4500.00' },
      { cadence: 'monthly', subtotal: '300.00', discount: '0.00', taxes: [], total: '300.00' },
    ],
    totalAmount: '8100.00',
    totalLabel: 'One-time total plus first year of recurring costs',
  },
  clientContext: 'Patients cannot book online.',
  proposedSolution: 'A booking website.',
  pricingDetails: '$4,500 one-time and $300 monthly hosting',
  termsAndConditions: 'Pay within 14 days.',
  reminders: true,
  version: 3,
  drafting: { status: 'done', stage: 'finalizing', progress: 100 },
  assistant: 'offline',
  client: {
    id: client.id,
    companyName: client.companyName,
    firstName: client.firstName,
    lastName: client.lastName,
  },
};

export const unconfirmed: Proposal = {
  ...draft,
  pricing: {
    ...draft.pricing,
    groups: draft.pricing.groups.map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, confirmed: false })),
    })),
  },
};

export const changeRequest: ChatMessage = {
  id: `${SECTION}80`,
  role: 'user',
  content: 'Please add the Spanish site.',
  senderName: 'Mia Öz',
  senderEmail: 'mia@northwind.example',
  madeChanges: false,
  changes: [],
  pricing: [],
  titles: [],
  createdAt: '2026-11-20T14:03:00.000Z',
};

/** A check without findings. */
export const readyCheck: PreSendCheck = { version: 3, ready: true, findings: [], claims: [] };
