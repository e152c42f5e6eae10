// The activity of a sent proposal, as an API response; tests change the relevant part.
import type { Activity, ActivityEvent, Delivery, View } from '@/api/gen/model';
import { summaryId } from './proposal-data';

const ID = '0197a000-0000-7000-8000-000000000a';

export const mail: Delivery = {
  id: `${ID}01`,
  kind: 'proposal',
  toName: 'Mia Öz',
  toEmail: 'mia@northwind.example',
  subject: 'Booking website',
  state: 'queued',
  attempts: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
};

export const event = (sequence: number, kind: string, rest: Partial<ActivityEvent> = {}): ActivityEvent => ({
  sequence,
  kind,
  actor: 'member',
  actorName: 'Ada Berg',
  at: `2026-11-20T10:${String(sequence).padStart(2, '0')}:00.000Z`,
  hash: String(sequence).padStart(64, '0'),
  ...rest,
});

const view = (id: string, rest: Partial<View> = {}): View => ({
  id: `${ID}${id}`,
  class: 'person',
  reason: 'It reported reading.',
  revisionNumber: 1,
  visibleMs: 65_000,
  at: '2026-11-20T11:00:00.000Z',
  updatedAt: '2026-11-20T11:02:00.000Z',
  ...rest,
});

/** A draft that has not been sent. */
export const quietActivity: Activity = {
  events: [event(1, 'created')],
  intact: true,
  readership: { count: 0, visitors: 0, others: 0, sections: [], views: [] },
  mails: [],
  revisions: [],
};

/** Sent twice, read, and answered. */
export const activity: Activity = {
  events: [
    event(9, 'changes_requested', {
      actor: 'client',
      actorName: 'Mia Öz',
      actorEmail: 'mia@northwind.example',
      words: 'Please add the Spanish site.',
      blockId: summaryId,
      revisionNumber: 2,
    }),
    event(8, 'viewed', { actor: 'client', actorName: undefined, revisionNumber: 2 }),
    event(7, 'reminded', { actor: 'system', actorName: undefined }),
    event(6, 'sent', { revisionNumber: 2 }),
    event(5, 'edited'),
    event(4, 'edited'),
    event(3, 'reopened'),
    event(2, 'sent', { revisionNumber: 1 }),
    event(1, 'created'),
  ],
  intact: true,
  readership: {
    firstAt: '2026-11-20T11:00:00.000Z',
    lastAt: '2026-11-20T12:00:00.000Z',
    count: 3,
    visitors: 2,
    others: 1,
    sections: [
      { blockId: summaryId, title: 'Summary', visibleMs: 125_000 },
      { blockId: `${ID}51`, title: 'Pricing', visibleMs: 12_000 },
      { blockId: `${ID}52`, title: 'Next steps', visibleMs: 0 },
    ],
    views: [
      view('61'),
      view('62', { class: 'mail_scanner', reason: 'It opened every link within a second.', visibleMs: 0 }),
    ],
  },
  mails: [
    { ...mail, id: `${ID}02`, kind: 'reminder', state: 'failed', reason: '550 No such user', attempts: 1 },
    { ...mail, state: 'delivered', attempts: 1, settledAt: '2026-11-20T10:00:02.000Z' },
  ],
  revisions: [
    { number: 2, sha256: 'b'.repeat(64), sentAt: '2026-11-20T10:06:00.000Z' },
    { number: 1, sha256: 'a'.repeat(64), sentAt: '2026-11-20T10:02:00.000Z' },
  ],
};
