import { useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { FoundSensor } from '@tocsin/contract/schemas';
import { texts as schemaTexts } from '@tocsin/contract/texts/schemas';
import { useMemo } from 'react';
import { call } from '../../../../api/call.ts';
import type { Tab } from '../../canvas/tab.ts';
import type { Offer } from '../model/copies.ts';
import { type SensorBook, usedAt } from './sensor-book.ts';

const pageSize = 1_000;
const maxPages = 20;

/** All sensors of the site, read page by page. */
async function readAll(book: SensorBook, signal: AbortSignal): Promise<readonly FoundSensor[]> {
  const all: FoundSensor[] = [];
  for (let page = 0; page < maxPages; page++) {
    const { results, count } = await call(endpoints.searchSensor, {
      query: {
        location: book.siteId,
        limit: pageSize,
        offset: page * pageSize,
        ...(book.schemaId === null ? {} : { schema: book.schemaId }),
      },
      signal,
    });
    all.push(...results);
    if (all.length >= count || results.length === 0) break;
  }
  return all;
}

const nobody = { machine: '', point: '' } as const;

/** The sensors that copies may use, each with where it is in use: on this tab as edited, elsewhere as saved. */
export function useOffers(book: SensorBook, tab: Pick<Tab, 'name' | 'machines'>) {
  const { data, isError } = useQuery({
    queryKey: ['sensors-for-copies', book.siteId, book.schemaId],
    queryFn: ({ signal }) => readAll(book, signal),
    gcTime: 0,
  });
  const offers = useMemo(
    () =>
      data?.map((sensor): Offer => {
        const use = usedAt(sensor, tab, nobody, book);
        return { ...sensor, inUse: use === null ? null : schemaTexts.inUse(use.tab, use.machine) };
      }),
    [data, tab, book],
  );
  return { offers, found: data, isError };
}
