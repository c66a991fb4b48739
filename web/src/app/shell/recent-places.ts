import { z } from 'zod';
import { readStored, writeStored } from '../../api/storage.ts';

const maxStored = 8;
const Keys = z.array(z.string()).max(maxStored).catch([]);

/**
 * Keys of the palette's targets that were opened last in this browser, newest first. Keys contain only ids; targets
 * that the user may not open are not shown.
 */
export const recentPlaces = (): readonly string[] => {
  try {
    return Keys.parse(JSON.parse(readStored('recentPlaces') ?? '[]'));
  } catch {
    // The stored value is invalid.
    return [];
  }
};

/** Moves a key to the front of the list. */
export const rememberPlace = (key: string): void => {
  const others = recentPlaces().filter((each) => each !== key);
  writeStored('recentPlaces', JSON.stringify([key, ...others].slice(0, maxStored)));
};
