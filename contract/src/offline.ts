import { z } from 'zod';
import { line } from './line.ts';

/** The present format of entries; the server takes no other. */
export const offlineFormat = 1;
/** An entry counts as what it is for so long; later it can only become a note. */
export const offlineMaxAgeMs = 7 * 24 * 3_600_000;
/** Entries that one browser keeps. */
export const maxOfflineEntries = 200;
/** What arrives later than this after it was written was written without a network. */
export const offlineFromMs = 60_000;

/**
 * Sent with what may be written without a network: an id by which it is taken once, the device's clock at writing and at
 * sending, and the last contact with the server before it was written.
 */
export const OfflineEntry = z.object({
  id: z.uuid(),
  format: z.number().int(),
  written_at: z.iso.datetime(),
  sent_at: z.iso.datetime(),
  contact: line().max(200),
});
export type OfflineEntry = z.infer<typeof OfflineEntry>;

/** The times of what was written without a network: the device's clock, how far the server's was ahead, and its arrival. */
export const WrittenOffline = z.object({
  device_at: z.iso.datetime(),
  offset_ms: z.number(),
  received_at: z.iso.datetime(),
});
export type WrittenOffline = z.infer<typeof WrittenOffline>;

/** What a session gets for work without a network: the key of what its browser keeps, and the proof of this contact. */
export const OfflineGrant = z.object({
  /** Whose entries the key opens: the person, in a session of a client's provider of that client alone. */
  owner: z.string(),
  /** 256 bits, base64url; the same in all sessions of the owner. */
  key: z.string(),
  contact: z.string(),
});
export type OfflineGrant = z.infer<typeof OfflineGrant>;
