import { texts } from '@tocsin/contract/texts/sites';
import type { AssignedUser } from '@tocsin/contract/users';

export type Sorting = 'newest' | 'ascending' | 'descending';

/** The toggle alternates ascending and descending; before its first use, the newest site is first. */
export const nextSorting = (now: Sorting): Sorting => (now === 'ascending' ? 'descending' : 'ascending');

export const sorted = <T extends { readonly title: string }>(sites: readonly T[], sorting: Sorting): readonly T[] => {
  if (sorting === 'newest') return sites;
  const sign = sorting === 'ascending' ? 1 : -1;
  return [...sites].sort((a, b) => sign * a.title.localeCompare(b.title, 'en', { numeric: true }));
};

/** An assigned user's role at the site. An account manager has every site of the client. */
export const accessText = (user: Pick<AssignedUser, 'is_accounts_management' | 'location_membership'>): string =>
  user.is_accounts_management || user.location_membership?.has_access ? texts.users.yes : texts.users.no;

export const stateText = (user: Pick<AssignedUser, 'registered' | 'is_active'>): string => {
  if (!user.is_active) return texts.users.inactive;
  return user.registered ? texts.users.active : texts.users.waiting;
};
