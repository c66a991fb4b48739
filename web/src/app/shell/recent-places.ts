import { z } from 'zod';
import { readStored, writeStored } from '../../api/storage.ts';

const maxKept = 8;
const Keys = z.array(z.string()).max(maxKept).catch([]);

/**
 * Keys of the palette's targets that were opened last in this browser, newest first. They hold ids alone, and only
 * targets that the person may open are ever shown by them.
 */
export const recentPlaces = (): readonly string[] => {
  try {
    return Keys.parse(JSON.parse(readStored('recentPlaces') ?? '[]'));
  } catch {
    // Somebody wrote something else there.
    return [];
  }
};

/** Puts a place first. */
export const rememberPlace = (key: string): void => {
  const others = recentPlaces().filter((each) => each !== key);
  writeStored('recentPlaces', JSON.stringify([key, ...others].slice(0, maxKept)));
};
