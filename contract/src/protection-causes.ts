import { z } from 'zod';

/** Number of the definition by which hours are counted now. */
export const definition = 1;

/**
 * Why a running minute was not protected, in the order of Definition 1: the first that holds owns the minute. A stored
 * cause is its place in this list, so it is never reordered.
 */
export const protectionCauses = [
  'no_data',
  'offline',
  'suspended',
  'out_of_service',
  'nothing_required',
  'no_value',
  'shelved',
  'disabled',
  'not_scanned',
  'suspected_dead',
  'overdue',
  'not_reached',
] as const;
export const ProtectionCause = z.enum(protectionCauses);
export type ProtectionCause = z.infer<typeof ProtectionCause>;
