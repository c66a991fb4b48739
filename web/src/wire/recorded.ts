import type { LiveDevice } from '@tocsin/contract/live';

/** What is committed is this much behind what comes in: it is not being recorded (design.md). */
const behindMs = 10_000;

/** A device that is live, while what it sends is not being stored. The document says both of the moment it was sent. */
export const isUnrecorded = (doc: LiveDevice | null): boolean =>
  doc !== null && doc.received_at !== null && doc.device.is_online && doc.sent_at - (doc.stored_until ?? 0) > behindMs;
