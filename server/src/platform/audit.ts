import type { Db, Trx } from './db.ts';

/** Who made a change, and from where; stored as text too, so that the row outlives the person. */
export interface By {
  readonly userId: number | null;
  readonly name: string;
  readonly address: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** One row of the audit log. `old` and `new` hold the changed values, never a password, code, token or secret. */
export interface AuditNote {
  /** 'create', 'change', 'remove', 'restore', 'suspend', 'sign in', ... */
  readonly action: string;
  /** The kind of thing: 'site', 'device', 'person'. */
  readonly subject: string;
  readonly subjectId?: number | string | null;
  readonly subjectName?: string;
  readonly clientId?: number | null;
  readonly siteId?: number | null;
  readonly deviceId?: number | null;
  readonly old: Fields | null;
  readonly new: Fields | null;
}

export type Note = (note: AuditNote) => void;

/** The subject of a note about a device, or about something of it that has a name. */
export const aboutDevice = (
  device: { readonly deviceId: number; readonly siteId: number; readonly clientId: number },
  subjectName = '',
) => ({
  subject: 'device',
  subjectId: device.deviceId,
  subjectName,
  clientId: device.clientId,
  siteId: device.siteId,
  deviceId: device.deviceId,
});

/** What uses the portal and changes nothing in it. */
const uses: ReadonlySet<string> = new Set(['sign in', 'sign out', 'open', 'download incident pack', 'print labels']);
let isUseRecorded = true;

/** Whether use of the portal is noted as well as changes (AUDIT_USE). Refused sign-ins are always noted. */
export const recordUse = (isRecorded: boolean): void => {
  isUseRecorded = isRecorded;
};

/** The caller as the audit log names them; wall displays and anonymous callers have no user. */
export const byCall = (call: {
  readonly who?:
    | { readonly kind: 'person'; readonly userId: number; readonly name: string }
    | { readonly kind: 'wall' };
  readonly address: string;
}): By => {
  const { who, address } = call;
  if (who?.kind === 'person') return { userId: who.userId, name: who.name, address };
  return { userId: null, name: who?.kind === 'wall' ? 'Wall display' : 'Nobody signed in', address };
};

/**
 * Runs every change made by a person: one transaction that does the work and writes its audit notes. Work that notes
 * nothing is a bug and rolls back. A change without an effect is noted with empty `old` and `new`, and leaves no row.
 */
export async function recorded<T>(db: Db, by: By, work: (trx: Trx, note: Note) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    const notes: AuditNote[] = [];
    const result = await work(trx, (note) => notes.push(note));
    if (notes.length === 0) throw new Error('a change without an audit note');
    const rows = notes
      .filter((note) => note.old === null || note.new === null || !isEmpty(note))
      .filter((note) => isUseRecorded || !uses.has(note.action))
      .map(rowOf(by));
    if (rows.length > 0) await trx.insertInto('audit').values(rows).execute();
    return result;
  });
}

const isEmpty = (note: AuditNote): boolean =>
  Object.keys(note.old ?? {}).length === 0 && Object.keys(note.new ?? {}).length === 0;

const rowOf = (by: By) => (note: AuditNote) => ({
  user_id: by.userId,
  user_name: by.name,
  address: by.address,
  client_id: note.clientId ?? null,
  site_id: note.siteId ?? null,
  device_id: note.deviceId ?? null,
  action: note.action,
  subject: note.subject,
  subject_id: String(note.subjectId ?? ''),
  subject_name: note.subjectName ?? '',
  old: note.old && JSON.stringify(note.old),
  new: note.new && JSON.stringify(note.new),
});

/** The difference of two states; both empty when nothing differs. The omitted names are never included. */
export function difference(
  before: Fields,
  after: Fields,
  leaveOut: readonly string[] = ['version'],
): { old: Fields; new: Fields } {
  const old: Record<string, unknown> = {};
  const fresh: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (leaveOut.includes(name)) continue;
    const was = before[name] ?? null;
    const is = after[name] ?? null;
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    old[name] = was;
    fresh[name] = is;
  }
  return { old, new: fresh };
}
