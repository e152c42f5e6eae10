import type { TeamMember } from '@/api/gen/model';

/** How a row of the team is called: the person's name, or the address an invitation went to. */
export const memberName = ({ firstName, lastName, email }: TeamMember): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
