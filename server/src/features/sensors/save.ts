import type { DeviceSubject } from '../../access/subject.ts';
import type { Note } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';

/** Context of every change of a device's sensors: transaction, audit note, device and time. */
export interface Save {
  readonly trx: Trx;
  readonly note: Note;
  readonly device: DeviceSubject;
  readonly now: number;
}
