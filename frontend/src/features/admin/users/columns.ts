// The columns of the user table, and their sort keys.
import type { UserSort } from '@/api/gen/model';

export const COLUMNS: readonly { sort: UserSort; label: string }[] = [
  { sort: 'name', label: 'User' },
  { sort: 'email', label: 'Email' },
  { sort: 'role', label: 'Role' },
  { sort: 'status', label: 'Status' },
  { sort: 'usage', label: 'Usage (Month)' },
  { sort: 'cost', label: 'Cost' },
  { sort: 'joined', label: 'Joined' },
];
