import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { DeviceId } from '@tocsin/contract/ids';
import type { Config } from '../base/config.ts';
import type { RunningDatabase } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import type { StandsOn } from '../flow/4-keep/fence.ts';
import { Ownership, type OwnershipPorts } from '../processes/ownership.ts';
import { partitionOf } from '../processes/partition.ts';

/** The name of this start of this process, for partitions and the database's sessions: short, and no other's ever. */
export const processName = (): string => `${hostname().slice(0, 20)}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Which partitions this process has. What happens when that changes is said once the line is there. */
export function createOwnership(
  parts: { readonly config: Config; readonly database: RunningDatabase; readonly log: Log; readonly me: string },
  reactions: Pick<OwnershipPorts, 'gained' | 'lost' | 'drain' | 'tell' | 'changed'>,
): Ownership {
  const { config, database, me } = parts;
  return new Ownership({
    me,
    address: database.address,
    log: parts.log.with({ part: 'partitions' }),
    roles: [...config.roles],
    alone: config.natsUrl === null,
    certain: config.databaseUrl === null,
    ...reactions,
  });
}

/**
 * What stage 4 asks for each device of a batch. A lone process has all partitions or none, and whoever comes after it
 * begins only with all of them: one row fences everything.
 */
export function standsOnOf(ownership: Pick<Ownership, 'epochOf'>, config: Pick<Config, 'natsUrl'>): StandsOn {
  const isAlone = config.natsUrl === null;
  return (device: DeviceId) => {
    const partition = isAlone ? 0 : partitionOf(device);
    const epoch = ownership.epochOf(partition);
    return epoch === undefined ? null : { partition, epoch };
  };
}
