import { endpoints, type Note } from '@tocsin/contract/notes';
import { type OfflineWork, presentOffline } from '../../access/offline.ts';
import { isOemOrSuper } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { addNote, findNote, type NoteRow, placeOf, readNotes } from './store.ts';

const present = ({ sensor_path: sensor, user_name: by, device_at, device_offset_ms, ...note }: NoteRow): Note => ({
  ...note,
  at: note.at.toISOString(),
  sensor,
  by,
  written_at: note.written_at.toISOString(),
  offline: presentOffline(device_at, device_offset_ms, note.written_at),
});
const ms = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));
const firstMoment = Date.UTC(2000, 0, 1);
const clockSlackMs = 60_000;

interface NoteDependencies extends DbAndClock {
  readonly offline: OfflineWork;
  /** Path and name of a sensor reference; undefined: no such sensor, or more than one. */
  readonly sensorOf: (deviceId: number, ref: string) => Promise<{ path: string; name: string } | undefined>;
}

/** Routes of the notes of a site. */
export const addNoteRoutes = (api: Api, { db, clock, offline, sensorOf }: NoteDependencies): void => {
  const namedSensor = async (deviceId: number | null, ref: string | null) => {
    if (ref === null) return null;
    if (deviceId === null) throw badField('sensor', 'Name the device of the sensor too.');
    const sensor = await sensorOf(deviceId, ref);
    if (!sensor) throw badField('sensor', 'There is no such sensor.');
    return sensor;
  };

  route(api, endpoints.list, async ({ who, params, query }) => {
    const filter = {
      siteId: params.id,
      seesSuspended: isOemOrSuper(who),
      from: ms(query.from),
      to: ms(query.to),
      deviceId: query.device ?? null,
    };
    const { rows, count } = await readNotes(db, filter, query);
    return { count, results: rows.map(present) };
  });

  route(api, endpoints.add, async (call) => {
    const { who, params, body } = call;
    const now = clock.now();
    const entry = await offline.judge(who, body.entry);
    const asked = ms(body.at) ?? entry?.at ?? now;
    // A browser's clock may be ahead by a little.
    const at = asked <= now + clockSlackMs ? Math.min(asked, now) : asked;
    if (at > now || at < firstMoment) throw badField('at', 'Choose a time between the year 2000 and now.');
    return await recorded(db, byCall(call), async (trx, note) => {
      const place = await placeOf(trx, params.id, body.device, isOemOrSuper(who));
      if (!place)
        throw body.device === null ? new Refusal('not-found') : badField('device', 'There is no such device.');
      const sensor = await namedSensor(body.device, body.sensor);
      const row = { at, writtenAt: now, userId: who.userId, by: who.name, text: body.text, sensor, entry };
      const id = await addNote(trx, { siteId: params.id, deviceId: body.device, ...row });
      const isNew = { text: body.text, at: new Date(at).toISOString(), ...(sensor && { sensor: sensor.path }) };
      note({
        action: 'note',
        subject: 'site',
        subjectId: params.id,
        subjectName: place.title,
        clientId: place.client_id,
        siteId: params.id,
        deviceId: body.device,
        ...(id === undefined ? { old: {}, new: {} } : { old: null, new: isNew }),
      });
      const known = id === undefined && entry ? { userId: who.userId, entryId: entry.id } : { id: id ?? 0 };
      const stored = orNotFound(await findNote(trx, known));
      return present(stored);
    });
  });
};
