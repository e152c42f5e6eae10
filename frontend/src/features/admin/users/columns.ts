// The columns of the table of people, and what each is sorted by.
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
