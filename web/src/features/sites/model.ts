import { texts } from '@tocsin/contract/texts/sites';
import type { AssignedUser } from '@tocsin/contract/users';

export const siteOrders = ['worst', 'newest', 'silent', 'untested'] as const;
type SiteOrder = (typeof siteOrders)[number];
export type Sorting = SiteOrder | 'ascending' | 'descending';

/** Summary of a site in the list. */
export interface SiteSummary {
  readonly alarms: number;
  readonly warnings: number;
  /** Unix ms; null: never. */
  readonly lastFrameAt: number | null;
  /** Percentage of its sensors that were tested; null: none to test. */
  readonly coverage: number | null;
}
const unknown: SiteSummary = { alarms: 0, warnings: 0, lastFrameAt: null, coverage: null };

/** The sorting after a press on the toggle, which alternates between ascending and descending. */
export const nextSorting = (now: Sorting): Sorting => (now === 'ascending' ? 'descending' : 'ascending');

/** Comparison functions; sites that compare as 0 keep the server's order, newest first. */
const comparisons: Readonly<Record<SiteOrder, (a: SiteSummary, b: SiteSummary) => number>> = {
  newest: () => 0,
  worst: (a, b) => b.alarms - a.alarms || b.warnings - a.warnings,
  silent: (a, b) => (a.lastFrameAt ?? 0) - (b.lastFrameAt ?? 0),
  untested: (a, b) => (a.coverage ?? 101) - (b.coverage ?? 101),
};

/** A sorted copy of the sites. */
export const sorted = <T extends { readonly id: number; readonly title: string }>(
  sites: readonly T[],
  sorting: Sorting,
  summaries: ReadonlyMap<number, SiteSummary> = new Map(),
): readonly T[] => {
  const summaryOf = ({ id }: T): SiteSummary => summaries.get(id) ?? unknown;
  if (sorting !== 'ascending' && sorting !== 'descending')
    return [...sites].sort((a, b) => comparisons[sorting](summaryOf(a), summaryOf(b)));
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
