// Notifications as server responses.
import type { Notification } from '@/api/gen/model';

const proposalId = '019cadc6-9a80-7650-b29d-000000000002';

export const notification: Notification = {
  id: '019cadc6-9a80-7650-b29d-0000000000a1',
  kind: 'changes_requested',
  proposalId,
  subject: 'A site for Harbor',
  actor: 'Mia Berg',
  words: 'Please add a second language.',
  createdAt: '2026-11-20T09:30:00.000Z',
};

export const readNotification: Notification = {
  id: '019cadc6-9a80-7650-b29d-0000000000a2',
  kind: 'signed',
  proposalId,
  subject: 'Spring campaign',
  actor: 'Noor Haddad',
  createdAt: '2026-11-18T16:00:00.000Z',
  readAt: '2026-11-18T17:00:00.000Z',
};
