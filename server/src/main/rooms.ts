import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Db } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import type { Seal } from '../base/seal.ts';
import { createThrottle } from '../base/throttle.ts';
import type { Api } from '../policy/route.ts';
import { addAccountRoutes } from '../rooms/accounts/index.ts';

/** What rooms are made of; each takes the part that it needs. */
export interface RoomParts {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly db: Db;
  /** Encrypts and compares device codes. */
  readonly seal: Seal;
}

/** Every room's routes. Whatever a room needs of another one or of the line is handed over here. */
export async function addRooms(api: Api, parts: RoomParts): Promise<void> {
  const { db, clock } = parts;
  const throttle = createThrottle(db, clock);
  addAccountRoutes(api, { db, clock, throttle });
}
