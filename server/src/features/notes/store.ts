import { type Selectable, sql } from 'kysely';
import type { JudgedEntry } from '../../access/offline.ts';
import type { Db } from '../../platform/db.ts';
import { query, type Section } from '../../platform/query.ts';
import type { SiteNoteTable } from '../../platform/tables.ts';

export interface NoteRow extends Omit<Selectable<SiteNoteTable>, 'site_id' | 'user_id' | 'entry_id'> {
  readonly device: string | null;
}
const columns = sql.raw(`n.id, n.at, n.device_id, d.title as device, n.sensor_path, n.sensor_name, n.text,
  n.user_name, n.written_at, n.device_at, n.device_offset_ms`);

const tables = sql.raw(`site_note n join site s on s.id = n.site_id left join device d on d.id = n.device_id`);

/** Which notes; only OEM and super users see those of suspended sites and devices. Unix ms, half-open. */
export interface NoteFilter {
  readonly siteId: number;
  readonly seesSuspended: boolean;
  readonly from: number | null;
  readonly to: number | null;
  readonly deviceId: number | null;
}

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
const matching = ({
  siteId,
  seesSuspended,
  from,
  to,
  deviceId,
}: NoteFilter) => sql`n.site_id = ${siteId} and (n.device_id is null or d.removed_at is null)
    and (${seesSuspended} or not (s.is_suspended or coalesce(d.is_suspended, false)))
    and (${date(from)}::timestamptz is null or n.at >= ${date(from)})
    and (${date(to)}::timestamptz is null or n.at < ${date(to)})
    and (${deviceId}::int is null or n.device_id = ${deviceId})`;

/** One page of notes, newest first. */
export const readNotes = (db: Db, filter: NoteFilter, page: Section) =>
  query(db).list(
    sql<NoteRow>`select ${columns} from ${tables} where ${matching(filter)}`,
    sql`n.at desc, n.id desc`,
    page,
  );

export interface NotePlace {
  readonly title: string;
  readonly client_id: number;
  readonly device: string | null;
}
/** The site, and the device if it belongs to the site and may be opened; undefined when either is missing. */
export const placeOf = (
  db: Db,
  siteId: number,
  deviceId: number | null,
  seesSuspended: boolean,
): Promise<NotePlace | undefined> =>
  query(db).first(sql<NotePlace>`select s.title, s.client_id, d.title as device from site s
    left join device d on d.id = ${deviceId}::int and d.site_id = s.id and d.removed_at is null
      and (${seesSuspended} or not (s.is_suspended or d.is_suspended))
    where s.id = ${siteId} and (${deviceId}::int is null or d.id is not null)`);

/** Stores a note; undefined if its entry was stored before. */
export async function addNote(
  db: Db,
  note: {
    readonly siteId: number;
    readonly deviceId: number | null;
    readonly at: number;
    readonly writtenAt: number;
    readonly userId: number;
    readonly by: string;
    readonly sensor: { readonly path: string; readonly name: string } | null;
    readonly text: string;
    readonly entry: JudgedEntry | null;
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`insert into site_note
      (site_id, device_id, at, written_at, user_id, user_name, text, sensor_path, sensor_name, entry_id, device_at,
        device_offset_ms)
    values (${note.siteId}, ${note.deviceId}, ${new Date(note.at)}, ${new Date(note.writtenAt)}, ${note.userId},
      ${note.by}, ${note.text}, ${note.sensor?.path ?? null}, ${note.sensor?.name ?? null},
      ${note.entry?.id ?? null}, ${note.entry && new Date(note.entry.deviceAt)}, ${note.entry?.offsetMs ?? null})
    on conflict (user_id, entry_id) where entry_id is not null do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** One note: by its id, or by the entry of a person that it was written as. */
export const findNote = (
  db: Db,
  by: { readonly id: number } | { readonly userId: number; readonly entryId: string },
): Promise<NoteRow | undefined> =>
  query(db).first(sql<NoteRow>`select ${columns} from site_note n left join device d on d.id = n.device_id
    where ${'id' in by ? sql`n.id = ${by.id}` : sql`n.user_id = ${by.userId} and n.entry_id = ${by.entryId}`}`);
