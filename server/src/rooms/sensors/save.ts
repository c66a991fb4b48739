import type { Note, Trx } from '../../base/audit.ts';
import type { DeviceSubject } from '../../policy/subject.ts';

/** What everybody needs who saves something for a device's sensors: the transaction, its audit note, the device, the time. */
export interface Save {
  readonly trx: Trx;
  readonly note: Note;
  readonly device: DeviceSubject;
  readonly now: number;
}
