// Descriptions of the roles. The server defines what each may do; these texts summarise it.
import type { TeamRole } from '@/api/gen/model';

export const assignableRoles = [
  {
    value: 'member',
    label: 'Member',
    text: 'Works with clients and proposals, and reads the company profile.',
  },
  {
    value: 'admin',
    label: 'Admin',
    text: 'Also keeps the company profile, the team, single sign-on, API keys and the audit log.',
  },
] as const satisfies readonly { value: TeamRole; label: string; text: string }[];

/** "owner" as a label: "Owner". */
export const roleLabel = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);
