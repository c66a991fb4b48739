import { queryOptions } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import { endpoints as graphs } from '@tocsin/contract/graphs';
import { endpoints, type LabelFormat, type LabelSubject } from '@tocsin/contract/labels';
import { call, callQuery, download } from '../../api/call.ts';
import { keptCall } from '../../api/kept-call.ts';
import type { OutOfServiceReason } from '../../domain/out-of-service-dialog.tsx';

export const labelQuery = (code: string) =>
  queryOptions({
    queryKey: ['label', code],
    queryFn: ({ signal }) => keptCall(endpoints.open, { params: { code }, signal }),
    staleTime: 60_000,
  });

export const liveQuery = (device: number, hasSent: boolean) =>
  queryOptions({
    queryKey: ['live document', device],
    queryFn: ({ signal }) => keptCall(graphs.live, { params: { id: device }, signal }),
    enabled: hasSent,
    refetchInterval: 2_000,
    retry: false,
  });

export const subjectsQuery = (site: number) => callQuery(['labels', site], endpoints.list, { params: { id: site } });

export const printLabels = (site: number, format: LabelFormat, chosen: readonly LabelSubject[]) => {
  const ids = (kind: LabelSubject['kind']) => chosen.filter((each) => each.kind === kind).map(({ id }) => id);
  const body = { format, devices: ids('device').map(Number), machines: ids('machine') };
  return download(endpoints.print, { params: { id: site }, body }, `labels_site_${site}.pdf`);
};

export const takeOutOfService = async (id: number, body: OutOfServiceReason): Promise<void> => {
  await call(devices.takeOutOfService, { params: { id }, body });
};
