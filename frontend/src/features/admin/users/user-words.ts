// How people of the site are called.
import type { AdminUser } from '@/api/gen/model';

const ID_SHOWN = 8;

const fullName = ({ firstName = '', lastName = '' }: AdminUser): string | undefined =>
  firstName === '' || lastName === '' ? undefined : `${firstName} ${lastName}`;

/** As the list names them. */
export const shownName = (user: AdminUser): string => fullName(user) ?? 'No name';

/** As a question names them: who has no name has an address. */
export const callName = (user: AdminUser): string => fullName(user) ?? user.email;

export const shortId = ({ id }: AdminUser): string => `${id.slice(0, ID_SHOWN)}…`;

export const isBlocked = ({ currentMonthUsage }: AdminUser): boolean => currentMonthUsage?.isBlocked ?? false;
