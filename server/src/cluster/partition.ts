import type { DeviceId } from '@tocsin/contract/ids';

/** Devices are distributed over partitions. The number is also in the database: migration 0700. */
export const partitionCount = 64;

/** Separates neighbouring ids, which often belong to one site. Knuth's multiplicative hash, its top 6 bits. */
export const partitionOf = (device: DeviceId): number => Math.imul(device, 2_654_435_761) >>> 26;
