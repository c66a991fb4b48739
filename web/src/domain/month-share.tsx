import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpoints, type ProtectedMonth, shareLine } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { callQuery } from '../api/call.ts';
import { pageLocale } from '../ui/locale.ts';

/** Protected hours of a site in this month and the twelve before it. */
export const monthsQuery = (site: number | null) =>
  callQuery(['protected-months', site], endpoints.months, {
    query: { site: site ?? 0 },
    enabled: site !== null,
    // A wall shows it for months.
    refetchInterval: 3_600_000,
  });

export const monthShareText = (month: ProtectedMonth): string => shareLine(texts.inMonth, month, pageLocale());

/** The newest month in which machines of a site ran, as a line; null: none did, or it is not known. */
export const useMonthShare = (site: number | null): ProtectedMonth | null =>
  useQuery(monthsQuery(site)).data?.results.findLast(({ running }) => running > 0) ?? null;

/** The share of a month in a line that leads to its hours. */
export const MonthShare = ({ site, month }: { readonly site: number; readonly month: ProtectedMonth }) => (
  <Link to="/protection" search={{ view: 'hours', site, month: month.month }}>
    {monthShareText(month)}
  </Link>
);
