import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { endpoints, type WalkTest } from '@tocsin/contract/walk-tests';
import { call, callQuery, download } from '../../api/call.ts';
import { noteServerTime } from '../../live/clock.ts';

/** While a walk runs, its answers must be seen at once; without one, another person may begin. */
const walkingMs = 1_000;
const idleMs = 5_000;

const walkKey = (device: number) => ['walk-test', device] as const;
/** The newest walk of a device with its sensors, and what was walked before it; null: never walked. */
export const walkQuery = (device: number) =>
  queryOptions({
    queryKey: walkKey(device),
    queryFn: async ({ signal }): Promise<WalkTest | null> => {
      const { results } = await call(endpoints.list, { params: { id: device }, query: { limit: 1 }, signal });
      const [newest] = results;
      if (!newest) return null;
      const askedAt = Date.now();
      const walk = await call(endpoints.get, { params: { id: device, walk: newest.id }, signal });
      noteServerTime(walk.server_time, Date.now(), askedAt);
      return walk;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'armed' ? walkingMs : idleMs),
  });

/** What is armed anywhere that the person may see; events say sooner that it changed. */
export const armedKey = ['walk-tests', 'armed'] as const;
export const armedQuery = callQuery(armedKey, endpoints.running, {
  query: { is_armed: 'true', all_clients: 'true', limit: 20 },
  refetchInterval: 30_000,
});

const shown =
  <A extends readonly unknown[]>(act: (...args: A) => Promise<WalkTest>) =>
  async (queries: QueryClient, ...args: A): Promise<WalkTest> => {
    const walk = await act(...args);
    queries.setQueryData(walkKey(walk.device), walk);
    return walk;
  };
const of = (walk: WalkTest) => ({ params: { id: walk.device, walk: walk.id } });

export const armWalk = shown((device: number, sensors: readonly string[], idle: number) =>
  call(endpoints.start, {
    params: { id: device },
    body: { sensors: [...sensors], idle_minutes: idle, is_locked_out: true },
  }),
);
export const press = shown((walk: WalkTest, sensor: string) =>
  call(endpoints.press, { ...of(walk), body: { sensor } }),
);
export const armAgain = shown((walk: WalkTest, sensor: string) =>
  call(endpoints.arm, { ...of(walk), body: { sensors: [sensor], is_locked_out: true } }),
);
export const skip = shown((walk: WalkTest, sensor: string, reason: string) =>
  call(endpoints.skip, { ...of(walk), body: { sensor, reason } }),
);
export const takeOver = shown((walk: WalkTest) => call(endpoints.takeOver, of(walk)));
export const sign = shown((walk: WalkTest, confirmed: readonly string[], comment: string) =>
  call(endpoints.sign, { ...of(walk), body: { confirmed: [...confirmed], comment } }),
);
export const walkPdf = (walk: WalkTest) => download(endpoints.report, of(walk), `walk_test_${walk.id}.pdf`);
