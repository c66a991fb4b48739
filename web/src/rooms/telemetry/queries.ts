import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ask, CallError } from '../../wire/http.ts';

const Warnings = z.object({
  results: z.array(
    z.looseObject({
      sensor_id: z.string(),
      sign: z.enum(['>', '<', '=']),
      value: z.number(),
      unit: z.string().nullish(),
    }),
  ),
});

export interface Limit {
  readonly value: number;
  readonly text: string;
}

/** Limits are known where a warning rule has one; of several the first that would warn (lowest above, highest below). */
export const limitsOf = (rows: z.infer<typeof Warnings>['results']): ReadonlyMap<string, Limit> => {
  const found = new Map<string, Limit & { readonly sign: string }>();
  for (const { sensor_id: path, sign, value } of rows) {
    if (sign === '=') continue;
    const known = found.get(path);
    const nearer =
      known === undefined || (known.sign === sign && (sign === '>' ? value < known.value : value > known.value));
    if (nearer) found.set(path, { value, text: String(Math.round(value * 100) / 100), sign });
  }
  return found;
};

const noLimits: ReadonlyMap<string, Limit> = new Map();

export const limitsQuery = (device: number) =>
  queryOptions({
    queryKey: ['limits', device],
    queryFn: ({ signal }) =>
      ask(
        { method: 'GET', path: `v1/devices/${device}/settings/warnings/`, query: { limit: 100, offset: 0 }, signal },
        Warnings,
      ).then(
        ({ results }) => limitsOf(results),
        (error) => {
          // Who may not read the rules sees the cards without their limits.
          if (error instanceof CallError && (error.status === 403 || error.status === 404)) return noLimits;
          throw error;
        },
      ),
    staleTime: 60_000,
  });

const Point = z.tuple([z.number(), z.number().nullable(), z.boolean(), z.string()], z.unknown());
const Recent = z.object({
  graphs: z.record(
    z.string(),
    z.looseObject({ series: z.array(z.looseObject({ sensor: z.string(), data: z.array(Point) })) }),
  ),
});

export type RecentPoint = readonly [number, number, number];

/** The last ten minutes of every sensor, by `groupId.sensorId`, for the sparklines. */
export const recentQuery = (device: number) =>
  queryOptions({
    queryKey: ['recent', device],
    queryFn: async ({ signal }) => {
      const { graphs } = await ask(
        { method: 'GET', path: `v1/graphs/device/${device}/`, query: { timescale: 'live' }, signal },
        Recent,
      );
      const found = new Map<string, readonly RecentPoint[]>();
      for (const { series } of Object.values(graphs)) {
        for (const { sensor, data } of series) {
          found.set(
            sensor.split('.').slice(-2).join('.'),
            data.map(([ts, value, alarm]): RecentPoint => [ts, value ?? Number.NaN, alarm ? 1 : 0]),
          );
        }
      }
      return found;
    },
    // Once per visit: from then on the socket tells.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
