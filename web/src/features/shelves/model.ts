import { may } from '@tocsin/contract/permissions';
import { type Shelf, shelfLimitMs } from '@tocsin/contract/shelves';
import { texts } from '@tocsin/contract/texts/shelves';

type Permitted = Pick<Shelf, 'permissions'>;

/** The longest time for which the reader may shelve something of a device, in minutes. */
export const limitMinutes = (device: Permitted | undefined): number => {
  const role = may(device, 'device.manage') ? 'Manager' : may(device, 'device.edit') ? 'Engineer' : 'User';
  return shelfLimitMs[role] / 60_000;
};

/** Minutes that the dialog offers, within a limit. */
export const durationsWithin = (limit: number): readonly number[] =>
  Object.keys(texts.durations)
    .map(Number)
    .filter((minutes) => minutes <= limit);

/** The minutes until which a shelf may still be extended, from now on. */
export const extensionMinutes = (
  shelf: Permitted & Pick<Shelf, 'first_from' | 'until'>,
  now: number,
): readonly number[] => {
  const latest = Date.parse(shelf.first_from) + limitMinutes(shelf) * 60_000;
  const until = Date.parse(shelf.until);
  return durationsWithin(Number.POSITIVE_INFINITY).filter((minutes) => {
    const end = now + minutes * 60_000;
    return end > until && end <= latest;
  });
};

export const durationText = (minutes: number): string =>
  Object.entries(texts.durations).find(([key]) => Number(key) === minutes)?.[1] ?? '';
