import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { endpoints, type LedgerRow, type MaintenancePost } from '@tocsin/contract/maintenance';
import { endpoints as previews } from '@tocsin/contract/on-call-preview';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call, callQuery, download, pageOf } from '../../api/call.ts';
import { noteServerTime } from '../../live/clock.ts';

/** Polling interval, for steps whose notification was missed. */
const refetchMs = 3_000;

export const infoKey = (device: number) => ['maintenance', device] as const;
export const infoQuery = (device: number) =>
  queryOptions({
    queryKey: infoKey(device),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const info = await call(endpoints.info, { params: { id: device }, signal });
      noteServerTime(info.server_time, Date.now(), askedAt);
      return info;
    },
    staleTime: 0,
    refetchInterval: refetchMs,
  });

/** Who gets a message of an alarm while its sensor is under test. */
export const toldQuery = (device: number) =>
  callQuery(['on-call', 'preview', device, 'test'], previews.preview, { query: { device, is_test: 'true' } });

/** What runs anywhere that the person may see; events say sooner that it changed. */
export const runningKey = ['maintenance-tests', 'running'] as const;
export const runningQuery = callQuery(runningKey, endpoints.running, {
  query: { all_clients: 'true', limit: 20 },
  refetchInterval: 30_000,
});

export const postStep = (
  device: number,
  body: { readonly event_type: MaintenancePost['event_type']; readonly sensor_id: string; readonly comment?: string },
) => call(endpoints.post, { params: { id: device }, body });

export const codesSheet = (device: number) =>
  download(endpoints.codes, { params: { id: device } }, `test_codes_${device}.pdf`);

export const pageSize = 100;
export const ledgerQuery = (site: number, state: LedgerRow['state'] | null, page: number) =>
  callQuery(['proof-tests', site, state, page], endpoints.ledger, {
    params: { id: site },
    query: { ...pageOf(page, pageSize), overdue_first: 'true', ...(state === null ? {} : { state }) },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export const ledgerCsv = (site: number) =>
  download(endpoints.ledgerCsv, { params: { id: site } }, `proof_tests_site_${site}.csv`);

export const ledgerPdf = (site: number) =>
  download(endpoints.ledgerPdf, { params: { id: site } }, `proof_tests_site_${site}.pdf`);

export const saveInterval = async (queries: QueryClient, site: number, days: number): Promise<void> => {
  await call(sites.change, { params: { id: site }, body: { proof_interval_days: days } });
  await queries.invalidateQueries();
};
