import type { LiveDevice } from '@tocsin/contract/live';

/** If the committed time is this far behind the received time, the device is not being recorded. */
const behindMs = 10_000;

/** A device is live while its data is not being stored. The document contains both times as of when it was sent. */
export const isNotRecorded = (doc: LiveDevice | null): boolean =>
  doc !== null && doc.received_at !== null && doc.device.is_online && doc.sent_at - (doc.stored_until ?? 0) > behindMs;
