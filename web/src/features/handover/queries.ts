import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints, type Handover, type HandoverMails, type HandoverSpan } from '@tocsin/contract/handover';
import { endpoints as notes } from '@tocsin/contract/notes';
import { endpoints as outOfService } from '@tocsin/contract/out-of-service';
import { call, callQuery, download } from '../../api/call.ts';

const refetchMs = 15_000;
const query = (at: string | undefined, span: HandoverSpan) => ({ span, ...(at === undefined ? {} : { at }) });

/** The shift at a time; without `at`, the current one. */
export const handoverQuery = (site: number, at: string | undefined, span: HandoverSpan) =>
  callQuery(['handover', site, at ?? 'now', span], endpoints.read, {
    params: { id: site },
    query: query(at, span),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchMs,
  });

/** What is out of service at a site. */
export const outOfServiceQuery = (site: number) =>
  callQuery(['out-of-service', 'site', site], outOfService.list, { query: { location: site, limit: 1_000 } });

/** Refetches all shifts. */
export const refreshHandover = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['handover'] });

/** Takes over the shown shift; rejects if there are open points that it does not include. */
export const takeOver = async (queries: QueryClient, shown: Handover, comment: string): Promise<void> => {
  const read = shown.points.map(({ key }) => key);
  try {
    await call(endpoints.takeOver, { params: { id: shown.site.id }, body: { at: shown.from, read, comment } });
  } finally {
    await refreshHandover(queries);
  }
};

/** Adds a note to the site, then refetches the shift. */
export const addNote = async (queries: QueryClient, site: number, body: BodyIn<typeof notes.add>): Promise<void> => {
  await call(notes.add, { params: { id: site }, body });
  await refreshHandover(queries);
};

export const saveShifts = async (queries: QueryClient, site: number, starts: string[]): Promise<void> => {
  await call(endpoints.setShifts, { params: { id: site }, body: { starts } });
  await refreshHandover(queries);
};

/** Stores whether the user gets an e-mail for each day and each week of the site. */
export const saveMails = async (queries: QueryClient, site: number, mails: HandoverMails): Promise<void> => {
  await call(endpoints.setMails, { params: { id: site }, body: mails });
  await refreshHandover(queries);
};

export const handoverCsv = (site: number, at: string | undefined, span: HandoverSpan) =>
  download(endpoints.export, { params: { id: site }, query: query(at, span) }, `shift_handover_site_${site}.csv`);
export const handoverPdf = (site: number, at: string | undefined, span: HandoverSpan) =>
  download(endpoints.report, { params: { id: site }, query: query(at, span) }, `shift_handover_site_${site}.pdf`);
