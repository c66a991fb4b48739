import type { LiveDevice } from '@tocsin/contract/live';

/** Why the messages of a sensor are held back, by whom, and until when (unix ms; out of service: the review date). */
export interface HeldBack {
  readonly kind: 'walk' | 'shelved' | 'out_of_service';
  readonly until: number;
  /** Empty: unknown. */
  readonly by: string;
  /** Empty: unknown. */
  readonly reason: string;
}

type Document = Pick<LiveDevice, 'shelves' | 'out_of_service' | 'walk'>;

/**
 * Why the messages of a sensor are held back at a time (unix ms); null: they are not. Out of service takes precedence
 * over armed in a walk test, that over shelved; of several shelves of the sensor, its node or its device, the one that ends last counts.
 */
export function heldBack(
  { shelves = [], out_of_service: out = [], walk }: Document,
  path: string,
  now: number,
): HeldBack | null {
  const taken = out.find((one) => one.path === path);
  if (taken) return { kind: 'out_of_service', until: taken.review_at, by: taken.by, reason: taken.reason ?? '' };
  if (walk?.armed.includes(path)) return { kind: 'walk', until: walk.ends_at, by: walk.by, reason: '' };
  const [groupId] = path.split('.');
  let last: HeldBack | null = null;
  for (const { sensor, node, until, by = '' } of shelves) {
    const covers = sensor === path || node === groupId || (sensor === null && node === null);
    if (covers && until > now && until > (last?.until ?? 0)) last = { kind: 'shelved', until, by, reason: '' };
  }
  return last;
}
