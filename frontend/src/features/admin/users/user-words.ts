// Names of users.
import type { AdminUser } from '@/api/gen/model';

const ID_SHOWN = 8;

const fullName = ({ firstName = '', lastName = '' }: AdminUser): string | undefined =>
  firstName === '' || lastName === '' ? undefined : `${firstName} ${lastName}`;

/** The name in the list. */
export const shownName = (user: AdminUser): string => fullName(user) ?? 'No name';

/** The name in a question: the address of a user without a name. */
export const callName = (user: AdminUser): string => fullName(user) ?? user.email;

export const shortId = ({ id }: AdminUser): string => `${id.slice(0, ID_SHOWN)}…`;

export const isBlocked = ({ currentMonthUsage }: AdminUser): boolean => currentMonthUsage?.isBlocked ?? false;
