import type { DeviceId } from '@tocsin/contract/ids';

/** Devices are shared out by partition. The number is in the database: migration 0700. */
export const partitionCount = 64;

/** Neighbouring ids, which often stand at one site, land far apart. Knuth's multiplicative hash, its top 6 bits. */
export const partitionOf = (device: DeviceId): number => Math.imul(device, 2_654_435_761) >>> 26;
