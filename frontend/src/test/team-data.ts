// A team as an API response; tests change the relevant part.
import type { TeamMember } from '@/api/gen/model';

export const ownerMember: TeamMember = {
  id: '0197a000-0000-7000-8000-000000000101',
  userId: '0197a000-0000-7000-8000-000000000002',
  email: 'ada@harbor.example',
  firstName: 'Ada',
  lastName: 'Berg',
  role: 'owner',
  status: 'active',
  isYou: true,
  createdAt: '2026-11-17T12:00:00.000Z',
};

export const graceMember: TeamMember = {
  id: '0197a000-0000-7000-8000-000000000102',
  userId: '0197a000-0000-7000-8000-000000000012',
  email: 'grace@harbor.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'member',
  status: 'active',
  isYou: false,
  createdAt: '2026-11-18T12:00:00.000Z',
};

export const invitedMember: TeamMember = {
  id: '0197a000-0000-7000-8000-000000000103',
  email: 'linus@harbor.example',
  role: 'member',
  status: 'invited',
  isYou: false,
  invitationExpiresAt: '2026-11-27T12:00:00.000Z',
  createdAt: '2026-11-20T12:00:00.000Z',
};
