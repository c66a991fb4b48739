import type { Notification } from '@tocsin/contract/live';
import type { SiteOverview } from '@tocsin/contract/site-overview';
import { texts } from '@tocsin/contract/texts/sites';
import type { AssignedUser } from '@tocsin/contract/users';
import { coverageOf } from '../../ui/status-summary.tsx';

export const siteOrders = ['worst', 'newest', 'silent', 'untested'] as const;
type SiteOrder = (typeof siteOrders)[number];
export type Sorting = SiteOrder | 'ascending' | 'descending';

/** The sorting after a press on the toggle, which alternates between ascending and descending. */
export const nextSorting = (now: Sorting): Sorting => (now === 'ascending' ? 'descending' : 'ascending');

const coverage = (of: SiteOverview | undefined): number => (of && coverageOf(of.proof)) ?? 101;
/** Comparison functions; sites that compare as 0 keep the server's order, newest first. */
const comparisons: Readonly<Record<SiteOrder, (a?: SiteOverview, b?: SiteOverview) => number>> = {
  newest: () => 0,
  worst: (a, b) => (b?.alarms ?? 0) - (a?.alarms ?? 0) || (b?.warnings ?? 0) - (a?.warnings ?? 0),
  silent: (a, b) => (a?.last_frame_at ?? '').localeCompare(b?.last_frame_at ?? ''),
  untested: (a, b) => coverage(a) - coverage(b),
};

/** A sorted copy of the sites. */
export const sorted = <T extends { readonly id: number; readonly title: string }>(
  sites: readonly T[],
  sorting: Sorting,
  overviews: ReadonlyMap<number, SiteOverview> = new Map(),
): readonly T[] => {
  if (sorting !== 'ascending' && sorting !== 'descending')
    return [...sites].sort((a, b) => comparisons[sorting](overviews.get(a.id), overviews.get(b.id)));
  const sign = sorting === 'ascending' ? 1 : -1;
  return [...sites].sort((a, b) => sign * a.title.localeCompare(b.title, 'en', { numeric: true }));
};

/** An assigned user's role at the site. An account manager has every site of the client. */
export const accessText = (user: Pick<AssignedUser, 'is_accounts_management' | 'location_membership'>): string =>
  user.is_accounts_management || user.location_membership?.has_access ? texts.users.yes : texts.users.no;

/** Text that says whether a user is active, inactive or not activated yet. */
export const stateText = (user: Pick<AssignedUser, 'registered' | 'is_active'>): string => {
  if (!user.is_active) return texts.users.inactive;
  return user.registered ? texts.users.active : texts.users.waiting;
};

/** The tab of the log that has an event. */
export const tabOf = (
  row: Pick<Notification, 'is_active' | 'needs_acknowledgement' | 'acknowledged'>,
): 'active' | 'unacknowledged' | 'historical' => {
  if (row.is_active) return 'active';
  return row.needs_acknowledgement && row.acknowledged === null ? 'unacknowledged' : 'historical';
};
