// The status of a subscription, as an API response; tests change the relevant part.
import type { Invoice, Payments, SeatsPreview, SubscriptionStatus } from '@/api/gen/model';

export const payments: Payments = {
  configured: true,
  test: false,
  hosts: ['checkout.stripe.example', 'billing.stripe.example', 'invoice.stripe.example'],
  seatPrice: '9.00',
  currency: 'USD',
};

export const trial: SubscriptionStatus = {
  status: 'trial',
  trialEndsAt: '2026-12-01T12:00:00.000Z',
  teamMembers: 3,
  daysLeft: 9,
  wasPaid: false,
  payments,
};

export const expired: SubscriptionStatus = {
  ...trial,
  status: 'trial_expired',
  trialEndsAt: '2026-11-01T12:00:00.000Z',
  daysLeft: 0,
};

export const active: SubscriptionStatus = {
  ...expired,
  status: 'active',
  wasPaid: true,
  renewsAt: '2026-12-20T12:00:00.000Z',
};

/** A paid subscription that has ended. */
export const ended: SubscriptionStatus = {
  ...expired,
  wasPaid: true,
  endsAt: '2026-11-15T12:00:00.000Z',
};

export const invoice: Invoice = {
  id: 'in_1',
  number: 'HARBOR-0002',
  status: 'paid',
  total: '27.00',
  currency: 'USD',
  createdAt: '2026-11-20T12:00:00.000Z',
  url: 'https://invoice.stripe.example/i/1',
  pdfUrl: 'https://invoice.stripe.example/i/1/pdf',
};

export const seatsPreview: SeatsPreview = {
  seats: 4,
  seatsInUse: 3,
  seatPrice: '9.00',
  monthly: '36.00',
  currency: 'USD',
  nextChargeAt: '2026-12-20T12:00:00.000Z',
  nextCharge: '43.50',
  prorated: '7.50',
};
