import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type InspectionRange, endpoints as inspection } from '@tocsin/contract/inspection';
import { endpoints, type LedgerRow, type MaintenancePost } from '@tocsin/contract/maintenance';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call, download, fetchBytes } from '../../wire/call.ts';
import { heardServerTime } from '../../wire/clock.ts';

/** Notifications tell of each step at once; this is for those that were missed. */
const againMs = 3_000;

export const infoKey = (device: number) => ['maintenance', device] as const;
export const infoQuery = (device: number) =>
  queryOptions({
    queryKey: infoKey(device),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const info = await call(endpoints.info, { params: { id: device }, signal });
      heardServerTime(info.server_time, Date.now(), askedAt);
      return info;
    },
    staleTime: 0,
    refetchInterval: againMs,
  });

export const sensorsQuery = (device: number) =>
  queryOptions({
    queryKey: ['sensor-list', device],
    queryFn: async ({ signal }) => (await call(sensors.list, { params: { id: device }, signal })).results,
    staleTime: 60_000,
  });

export const postStep = (
  device: number,
  body: { readonly event_type: MaintenancePost['event_type']; readonly sensor_id: string; readonly comment?: string },
) => call(endpoints.post, { params: { id: device }, body });

export const codesSheet = (device: number) =>
  download(endpoints.codes, { params: { id: device } }, `test_codes_${device}.pdf`);

export const pageSize = 100;
export const ledgerQuery = (site: number, state: LedgerRow['state'] | null, page: number) =>
  queryOptions({
    queryKey: ['proof-tests', site, state, page],
    queryFn: ({ signal }) =>
      call(endpoints.ledger, {
        params: { id: site },
        query: { limit: pageSize, offset: (page - 1) * pageSize, ...(state === null ? {} : { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export const ledgerCsv = (site: number) =>
  download(endpoints.ledgerCsv, { params: { id: site } }, `proof_tests_site_${site}.csv`);

/** Opens a PDF in a tab of its own, from where it is printed. */
const openPdf = async (answer: Promise<Response>): Promise<void> => {
  const url = URL.createObjectURL(await (await answer).blob());
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
  // The other tab must have read it before it goes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
export const ledgerPdf = (site: number) => openPdf(fetchBytes(endpoints.ledgerPdf, { params: { id: site } }));

export const saveInterval = async (queries: QueryClient, site: number, days: number): Promise<void> => {
  await call(sites.change, { params: { id: site }, body: { proof_interval_days: days } });
  await queries.invalidateQueries();
};

export const inspectionSize = 50;
export const inspectionQuery = (site: number, range: InspectionRange, page: number) =>
  queryOptions({
    queryKey: ['inspection', site, range, page],
    queryFn: ({ signal }) =>
      call(inspection.look, {
        params: { id: site },
        query: { ...range, limit: inspectionSize, offset: (page - 1) * inspectionSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: Boolean(range.from && range.to),
  });
export const inspectionZip = (site: number, query: InspectionRange) =>
  download(inspection.export, { params: { id: site }, query }, `inspection_site_${site}.zip`);
export const inspectionPdf = (site: number, query: InspectionRange) =>
  openPdf(fetchBytes(inspection.report, { params: { id: site }, query }));
