import { queryOptions } from '@tanstack/react-query';
import { endpoints as graphs } from '@tocsin/contract/graphs';
import { endpoints as responses } from '@tocsin/contract/responses';
import { endpoints } from '@tocsin/contract/sensors';
import { z } from 'zod';
import { call, callQuery } from '../../api/call.ts';
import { ask } from '../../api/http.ts';

const params = (device: number) => ({ id: device });
// Forms must start with the server's current values, not with cached ones.
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const;

export const namesQuery = (device: number) =>
  callQuery(['sensor-names', device], endpoints.names, { params: params(device), ...fresh });

export const imagesQuery = (device: number) =>
  callQuery(['sensor-images', device], endpoints.images, { params: params(device), ...fresh });

export const imageTypesQuery = () =>
  callQuery(['sensor-image-types'], endpoints.imageTypes, { staleTime: Number.POSITIVE_INFINITY });

export const typesQuery = (device: number) =>
  callQuery(['sensor-types', device], endpoints.types, { params: params(device), ...fresh });

export const responsesQuery = (device: number) =>
  callQuery(['sensor-responses', device], responses.list, { params: params(device), ...fresh });

/** The points of a sensor's last 24 hours, for the preview of a rule. */
export const previewQuery = (device: number, sensor: string) =>
  queryOptions({
    queryKey: ['rule-preview', device, sensor],
    queryFn: async ({ signal }) => {
      const query = { timescale: 'day' as const, sensor_id: [sensor] };
      const { graphs: charts } = await call(graphs.device, { params: params(device), query, signal });
      const all = Object.values(charts).flatMap((chart) => chart.series);
      return all.find((series) => series.sensor.endsWith(`.${sensor}`))?.data ?? [];
    },
    staleTime: 60_000,
  });

/** Posts a CSV of response texts in the multipart field `file`; the refusal names each bad line. */
export const importResponses = (site: number, file: File): Promise<{ readonly changed: number }> => {
  const body = new FormData();
  body.append('file', file);
  return ask(
    { method: 'POST', path: `v1/locations/${site}/responses/import/`, body },
    z.object({ changed: z.number() }),
  );
};

/** Posts a CSV in the multipart field `file`; the refusal names each bad row. */
export const importNames = (device: number, file: File): Promise<unknown> => {
  const body = new FormData();
  body.append('file', file);
  return ask({ method: 'POST', path: `v1/devices/${device}/settings/import/sensor-names/`, body }, z.unknown());
};

/** Posts a CSV of rules in the multipart field `file`; the refusal names each bad row. */
export const importWarnings = (device: number, file: File, reason?: string): Promise<unknown> => {
  const body = new FormData();
  body.append('file', file);
  const path = `v1/devices/${device}/settings/import/warnings/`;
  return ask({ method: 'POST', path, query: { reason }, body }, z.unknown());
};
