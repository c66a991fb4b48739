import { SiteId } from '@tocsin/contract/ids';
import type { Duty, Override, Rotation } from '@tocsin/contract/on-call';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { DutySpan, OverrideRow, Roster } from '../../notify/index.ts';
import { servedOf } from './loaders.ts';
import type { RotationRow } from './store.ts';

/** A rotation as replies show it, with what the reader may do with it. */
export const presentRotation = (row: RotationRow, roster: Roster, who: Principal): Rotation => {
  const served = servedOf(row);
  return {
    id: row.id,
    title: row.title,
    client: row.client_id,
    location: row.site_id === null ? null : SiteId.parse(row.site_id),
    location_name: row.site_name,
    timezone: row.timezone,
    handover_time: row.handover_time,
    frequency: row.weekday === null ? 'daily' : 'weekly',
    weekday: row.weekday,
    start: row.start,
    people: row.people.map((person) => roster.personOf(person, served)),
    version: row.version,
    permissions: permissionsOf('rotation', who, served),
  };
};

export const presentOverride = (row: OverrideRow, rotation: RotationRow, roster: Roster, who: Principal): Override => {
  const served = servedOf(rotation);
  return {
    id: row.id,
    rotation: rotation.id,
    rotation_title: rotation.title,
    person: roster.personOf({ id: row.user_id, name: row.user_name }, served),
    from: row.starts_at.toISOString(),
    to: row.ends_at.toISOString(),
    created_by: row.created_by,
    permissions: permissionsOf('override', who, served),
  };
};

/** A span of duty with its person, and the gap if that person cannot answer. */
export const presentDuty = (
  span: DutySpan,
  rotation: RotationRow,
  overrides: readonly OverrideRow[],
  roster: Roster,
): Duty => {
  const names = [...rotation.people, ...overrides.map(({ user_id: id, user_name: name }) => ({ id, name }))];
  const stored = names.find(({ id }) => id === span.userId);
  const person = stored ? roster.personOf(stored, servedOf(rotation)) : null;
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
    person,
    override: span.overrideId,
    gap: person ? person.gap : 'not_started',
  };
};
