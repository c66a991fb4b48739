import { type GroupDef, type SensorDef, sensorPath } from '@tocsin/contract/layout';
import type { ResponseFields } from '@tocsin/contract/responses';
import { sql } from 'kysely';
import type { ResponseSettings, SensorScale, WarningRule } from '../../pipeline/catalog.ts';
import { type Db, prepared, type Trx } from '../../platform/db.ts';
import { query } from '../../platform/query.ts';
import { findSensor, listed, type SensorList, shownSensors } from './list.ts';
import { conditionColumns, conditionsOf, evaluatedConditions } from './store-conditions.ts';
import { levelOf, type ResponseRecord, responseColumns, responseOf, sensorResponses } from './store-responses.ts';
import { compareAgain } from './store-units.ts';
import type { RulePlan, StoredRule } from './warnings.ts';

/** The newest sensor list from the device's births, with names and images; empty before the first birth. */
export async function sensorList(db: Db | Trx, deviceId: number): Promise<SensorList> {
  const { rows } = await sql<{ groups: GroupDef[]; sensors: SensorDef[] }>`${prepared} select l.groups, l.sensors
    from device_latest d join device_layout l on l.device_id = d.device_id and l.layout_id = d.layout_id
    where d.device_id = ${deviceId}`.execute(db);
  const labels = await db
    .selectFrom('sensor_label')
    .modifyFront(prepared)
    .select(['path', 'label'])
    .where('device_id', '=', deviceId)
    .execute();
  const images = await db
    .selectFrom('sensor_image')
    .modifyFront(prepared)
    .select(['path', 'image_type'])
    .where('device_id', '=', deviceId)
    .execute();
  return {
    deviceId,
    groups: rows[0]?.groups ?? [],
    sensors: rows[0]?.sensors ?? [],
    labels: new Map(labels.map((row) => [row.path, row.label])),
    images: new Map(images.map((row) => [row.path, row.image_type])),
  };
}

export interface Versions {
  readonly warnings_version: number;
  readonly names_version: number;
  readonly responses_version: number;
}

export async function versionsOf(db: Db, deviceId: number): Promise<Versions> {
  const { rows } = await sql<Versions>`select warnings_version, names_version, responses_version
    from sensor_settings where device_id = ${deviceId}`.execute(db);
  return rows[0] ?? { warnings_version: 0, names_version: 0, responses_version: 0 };
}

/** Locks the device's settings until the transaction ends, so that concurrent edits are serialized. */
export async function lockVersions(trx: Trx, deviceId: number): Promise<Versions> {
  await sql`${prepared} insert into sensor_settings (device_id) values (${deviceId}) on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<Versions>`${prepared} select warnings_version, names_version, responses_version
    from sensor_settings where device_id = ${deviceId} for update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('sensor_settings has no row right after its insert');
  return row;
}

export const countWarningsSave = (trx: Trx, deviceId: number) =>
  sql`${prepared} update sensor_settings set warnings_version = warnings_version + 1 where device_id = ${deviceId}`.execute(
    trx,
  );
export const countNamesSave = (trx: Trx, deviceId: number) =>
  sql`update sensor_settings set names_version = names_version + 1 where device_id = ${deviceId}`.execute(trx);

export type RuleRecord = Omit<StoredRule, 'priority'> & ResponseRecord;
export const ruleOf = (row: RuleRecord): StoredRule => ({ ...row, ...conditionsOf(row), ...responseOf(row) });

export async function rulesOf(db: Db | Trx, deviceId: number): Promise<StoredRule[]> {
  const { rows } =
    await sql<RuleRecord>`${prepared} select id, path, sign, value, delay_seconds, ${conditionColumns}, ${responseColumns}
    from warning_rule where device_id = ${deviceId} and until is null order by position, id`.execute(db);
  return rows.map(ruleOf);
}

/** The rules that are no longer in force. */
export async function formerRulesOf(db: Db | Trx, deviceId: number): Promise<StoredRule[]> {
  const { rows } =
    await sql<RuleRecord>`select id, path, sign, value, delay_seconds, ${conditionColumns}, ${responseColumns}
    from warning_rule where device_id = ${deviceId} and until is not null order by until, id`.execute(db);
  return rows.map(ruleOf);
}

/** Stores a plan; rules that it removes or replaces are in force until `now` (unix ms). */
export async function writeRules(
  trx: Trx,
  deviceId: number,
  plan: Omit<RulePlan, 'isChange'>,
  now: number,
): Promise<void> {
  if (plan.remove.length > 0)
    await sql`update warning_rule set until = ${now}
    where device_id = ${deviceId} and until is null and id = any(${[...plan.remove]}::int[])`.execute(trx);
  const kept = plan.keep;
  if (kept.length > 0)
    await sql`update warning_rule w set position = k.position, priority = k.priority, likely_cause = k.likely_cause,
      consequence = k.consequence, what_to_do = k.what_to_do, respond_within_minutes = k.respond_within_minutes
    from unnest(${kept.map((k) => k.id)}::int[], ${kept.map((k) => k.position)}::int[],
      ${kept.map(levelOf)}::smallint[], ${kept.map((k) => k.likely_cause)}::text[],
      ${kept.map((k) => k.consequence)}::text[], ${kept.map((k) => k.what_to_do)}::text[],
      ${kept.map((k) => k.respond_within_minutes)}::int[])
      k (id, position, ${responseColumns})
    where w.device_id = ${deviceId} and w.id = k.id`.execute(trx);
  if (plan.add.length === 0) return;
  const rows = plan.add.map((row) => ({ ...row, priority: levelOf(row) }));
  await sql`insert into warning_rule (device_id, since, path, sign, value, delay_seconds, position,
      ${conditionColumns}, ${responseColumns})
    select ${deviceId}::int, ${now}::bigint, path, sign, value, delay_seconds, r.position,
      ${conditionColumns}, ${responseColumns}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (path text, sign text, value float8, delay_seconds int,
      position int, kind text, window_seconds int, reference text, absolute boolean, deadband float8,
      off_delay_seconds int, only_while jsonb, unit text, priority smallint, likely_cause text, consequence text,
      what_to_do text, respond_within_minutes int)
    order by r.position`.execute(trx);
}

export const countResponsesSave = (trx: Trx, deviceId: number) =>
  sql`update sensor_settings set responses_version = responses_version + 1 where device_id = ${deviceId}`.execute(trx);

/** Stores labels. An empty label restores the device's own name. */
export async function writeLabels(trx: Trx, deviceId: number, labels: ReadonlyMap<string, string>): Promise<void> {
  await trx
    .deleteFrom('sensor_label')
    .where('device_id', '=', deviceId)
    .where('path', 'in', ['', ...labels.keys()])
    .execute();
  const rows = [...labels].filter(([, label]) => label !== '');
  if (rows.length > 0)
    await trx
      .insertInto('sensor_label')
      .values(rows.map(([path, label]) => ({ device_id: deviceId, path, label })))
      .execute();
}

export async function writeImages(
  trx: Trx,
  deviceId: number,
  images: ReadonlyMap<string, number | null>,
): Promise<void> {
  await trx
    .deleteFrom('sensor_image')
    .where('device_id', '=', deviceId)
    .where('path', 'in', ['', ...images.keys()])
    .execute();
  const rows = [...images].flatMap(([path, image]) =>
    image === null ? [] : [{ device_id: deviceId, path, image_type: image }],
  );
  if (rows.length > 0) await trx.insertInto('sensor_image').values(rows).execute();
}

export interface DeviceUnits {
  readonly degrees: 'F' | 'C' | null;
  readonly networks: string[] | null;
}
export async function unitsOf(db: Db | Trx, deviceId: number): Promise<DeviceUnits> {
  return await db
    .selectFrom('device')
    .modifyFront(prepared)
    .select(['degrees', 'networks'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
}
/** Per device, the units as displayed of its listed sensors by path. */
export async function shownUnitsOf(
  db: Db,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const ids = sql`any(${[...deviceIds]}::int[])`;
  const lists = await query(db).all(
    sql<Pick<SensorList, 'deviceId' | 'groups' | 'sensors'>>`${prepared} select d.device_id as "deviceId", l.groups,
      l.sensors from device_latest d join device_layout l on l.device_id = d.device_id and l.layout_id = d.layout_id
      where d.device_id = ${ids}`,
  );
  const degrees = await query(db).all(
    sql<Pick<DeviceUnits, 'degrees'> & { id: number }>`${prepared} select id, degrees from device where id = ${ids}`,
  );
  const degreesOf = new Map(degrees.map((device) => [device.id, device.degrees]));
  const scales = Map.groupBy(
    await query(db).all(
      sql<SensorScale & { device_id: number }>`${prepared} select distinct on (device_id, path) device_id, path, since,
        type, unit, k, c from sensor_scale where device_id = ${ids} order by device_id, path, since desc`,
    ),
    (scale) => scale.device_id,
  );
  const unnamed = { labels: new Map<string, string>(), images: new Map<string, number>() };
  return new Map(
    lists.map((list) => {
      const degrees = degreesOf.get(list.deviceId) ?? null;
      const shown = shownSensors({ ...list, ...unnamed }, scales.get(list.deviceId) ?? [], degrees);
      return [list.deviceId, new Map([...shown].map(([path, { shownUnit }]) => [path, shownUnit]))];
    }),
  );
}
/** The current scale of each sensor that has one. */
export const scalesOf = (db: Db | Trx, deviceId: number): Promise<SensorScale[]> =>
  query(db).all(sql<SensorScale>`${prepared} select distinct on (path) path, since, type, unit, k, c from sensor_scale
    where device_id = ${deviceId} order by path, since desc`);
export async function addScale(trx: Trx, deviceId: number, scale: SensorScale): Promise<void> {
  await sql`insert into sensor_scale (device_id, path, since, type, unit, k, c)
    values (${deviceId}, ${scale.path}, ${scale.since}, ${scale.type}, ${scale.unit}, ${scale.k}, ${scale.c})
    on conflict (device_id, path, since) do update set type = excluded.type, unit = excluded.unit, k = excluded.k,
      c = excluded.c`.execute(trx);
  await compareAgain(trx, deviceId, scale.path);
}

export interface LoadedSettings {
  readonly warningRules: readonly WarningRule[];
  readonly sensorNames: ReadonlyMap<string, string>;
  readonly scales: readonly SensorScale[];
  readonly sensorResponses: ReadonlyMap<string, ResponseSettings>;
}

const emptySettings = () => ({
  warningRules: [] as WarningRule[],
  sensorNames: new Map<string, string>(),
  scales: [] as SensorScale[],
  sensorResponses: new Map<string, ResponseSettings>(),
});

/** Rules, names and all past and present scales for the device catalog, of these devices or of all. */
export async function loadDeviceSettings(
  db: Db,
  ids: readonly number[] | 'all',
): Promise<ReadonlyMap<number, LoadedSettings>> {
  const of = ids === 'all' ? sql`true` : sql`device_id = any(${[...ids]}::int[])`;
  type Of<T> = T & { device_id: number };
  const rules = await sql<
    Of<RuleRecord & { since: number }>
  >`${prepared} select id, device_id, path, sign, value, delay_seconds, since,
      ${conditionColumns}, ${responseColumns}
    from warning_rule where ${of} and until is null order by position, id`.execute(db);
  const labels = await sql<
    Of<{ path: string; label: string }>
  >`${prepared} select device_id, path, label from sensor_label
    where ${of}`.execute(db);
  const scales = await sql<
    Of<SensorScale>
  >`${prepared} select device_id, path, since, type, unit, k, c from sensor_scale
    where ${of} order by since`.execute(db);
  const settingsById = new Map<number, ReturnType<typeof emptySettings>>();
  const at = (id: number) => {
    const settings = settingsById.get(id) ?? emptySettings();
    settingsById.set(id, settings);
    return settings;
  };
  for (const row of rules.rows) at(row.device_id).warningRules.push(evaluatedRule(row));
  for (const { device_id, path, label } of labels.rows) at(device_id).sensorNames.set(path, label);
  for (const { device_id, ...scale } of scales.rows) at(device_id).scales.push(scale);
  for (const [id, responses] of await sensorResponses(db, ids))
    for (const [path, response] of responses) at(id).sensorResponses.set(path, settingsOf(response));
  return settingsById;
}

/** A stored rule as the pipeline evaluates it. */
const evaluatedRule = (row: RuleRecord & { readonly since: number; readonly until?: number }): WarningRule => ({
  id: row.id,
  path: row.path,
  sign: row.sign,
  value: row.value,
  unit: row.unit,
  delayMs: row.delay_seconds * 1_000,
  since: row.since,
  ...(row.until === undefined ? {} : { until: row.until }),
  ...evaluatedConditions(conditionsOf(row)),
  ...settingsOf(responseOf(row)),
});

/** The rules of a device that are no longer in force, each with its time, for hours that are evaluated again. */
export async function formerRules(db: Db, deviceId: number): Promise<WarningRule[]> {
  const { rows } = await sql<RuleRecord & { since: number; until: number }>`select id, path, sign, value, delay_seconds,
      since, until, ${conditionColumns}, ${responseColumns}
    from warning_rule where device_id = ${deviceId} and until is not null order by until, id`.execute(db);
  return rows.map(evaluatedRule);
}

const settingsOf = (response: ResponseFields): ResponseSettings => ({
  priority: response.priority,
  respondWithinMinutes: response.respond_within_minutes,
});

/** `groupId.sensorId` of a sensor reference; undefined: no such sensor, or more than one. */
export async function sensorPathOf(db: Db, deviceId: number, ref: string): Promise<string | undefined> {
  return (
    findSensor(listed(await sensorList(db, deviceId)), deviceId, ref)?.path ?? (await formerPath(db, deviceId, ref))
  );
}

/** Path and shown name of a sensor reference, also of one that the device no longer lists. */
export async function sensorNamed(
  db: Db,
  deviceId: number,
  ref: string,
): Promise<{ path: string; name: string } | undefined> {
  const sensor = findSensor(listed(await sensorList(db, deviceId)), deviceId, ref);
  if (sensor) return { path: sensor.path, name: sensor.shownName };
  const path = await formerPath(db, deviceId, ref);
  return path === undefined ? undefined : { path, name: path };
}

/** A sensor that the device no longer lists still has history: its full path is looked up in older layouts. */
async function formerPath(db: Db, deviceId: number, ref: string): Promise<string | undefined> {
  const segments = ref.split('.');
  const [groupId, sensorId] = segments.slice(-2);
  if (
    groupId === undefined ||
    sensorId === undefined ||
    (segments.length === 3 && segments[0] !== String(deviceId)) ||
    segments.length > 3
  )
    return undefined;
  const { rows } = await sql<{ one: number }>`select 1 as one from device_layout
    where device_id = ${deviceId}
      and sensors::jsonb @> ${JSON.stringify([{ groupId, sensorId }])}::jsonb limit 1`.execute(db);
  return rows.length > 0 ? sensorPath({ groupId, sensorId }) : undefined;
}

/** Groups, sensors and given names of the newest sensor list, from which an F500's nodes are derived. */
export async function nodeSourceOf(db: Db, deviceId: number) {
  const { groups, sensors, labels } = await sensorList(db, deviceId);
  return { groups, sensors, names: labels };
}
