import type { TeamMember } from '@/api/gen/model';

/** The display name of a row of the team: the user's name, or the invited address. */
export const memberName = ({ firstName, lastName, email }: TeamMember): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
