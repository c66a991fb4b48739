import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpoints, monthLine, newestMonth, type ProtectedMonth } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { callQuery } from '../api/call.ts';
import { pageLocale } from '../ui/locale.ts';
import { browserZone } from '../ui/time.ts';
import { useKnownSite } from './plant.ts';

/** Protected hours of a site in this month and the twelve before it. */
export const monthsQuery = (site: number | null) =>
  callQuery(['protected-months', site], endpoints.months, {
    query: { site: site ?? 0 },
    enabled: site !== null,
    // A wall shows it for months.
    refetchInterval: 3_600_000,
  });

/** The newest month of which something is known at a site. */
export const useMonthShare = (site: number | null): ProtectedMonth | null =>
  newestMonth(useQuery(monthsQuery(site)).data?.results ?? []);

/** A month of a site in a line. */
export const MonthText = ({ site, month }: { readonly site: number; readonly month: ProtectedMonth }) =>
  monthLine(texts, month, useKnownSite(site)?.timezone ?? browserZone(), pageLocale());

/** The same line, which leads to its hours. */
export const MonthShare = ({ site, month }: { readonly site: number; readonly month: ProtectedMonth }) => (
  <Link to="/protection" search={{ view: 'hours', site, month: month.month }}>
    <MonthText site={site} month={month} />
  </Link>
);
