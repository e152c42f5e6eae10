// Sample responses about accounts and invitations.
import type { Identity, Invitation, Session, SignInProvider } from '@/api/gen/model';

export const provider: SignInProvider = { id: 'harbor-id', name: 'Harbor ID' };

export const invitation: Invitation = {
  workspaceName: 'Lighthouse Agency',
  invitedBy: 'Grace Okafor',
  email: 'ada@harbor.example',
  role: 'member',
  state: 'open',
  hasAccount: true,
};

export const identity: Identity = {
  id: '0197a000-0000-7000-8000-000000000021',
  provider: 'Harbor ID',
  email: 'ada@harbor.example',
  createdAt: '2026-11-17T09:00:00.000Z',
  lastUsedAt: '2026-11-19T09:00:00.000Z',
};

export const session: Session = {
  id: '0197a000-0000-7000-8000-000000000011',
  isCurrent: true,
  ip: '203.0.113.5',
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  createdAt: '2026-11-17T09:00:00.000Z',
  lastSeenAt: '2026-11-20T09:00:00.000Z',
};

export const phoneSession: Session = {
  ...session,
  id: '0197a000-0000-7000-8000-000000000012',
  isCurrent: false,
  ip: '2001:db8::7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
};
