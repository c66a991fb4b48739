import type { LiveDevice } from '@tocsin/contract/live';

/** A device is not being recorded if its last stored frame is this far behind its last received one. */
const behindMs = 10_000;

/** Whether a device sends data that is not being stored. The document has both times as of when it was sent. */
export const isNotRecorded = (doc: LiveDevice | null): boolean =>
  doc !== null && doc.received_at !== null && doc.device.is_online && doc.sent_at - (doc.stored_until ?? 0) > behindMs;
