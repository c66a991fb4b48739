import { belongsTo, type Person } from '../../access/principal.ts';
import type { RotationSubject } from '../../access/subject.ts';
import { badField } from '../../platform/errors.ts';
import type { RotationFields, RotationRow, StoredPerson } from './store.ts';

/** Open overrides of one rotation. */
export const maxOpenOverrides = 200;

/** The people chosen, with their names. Refuses operator staff and those without access, except the ones that the rotation already has. */
export async function choosePeople(
  ids: readonly number[],
  served: RotationSubject,
  had: readonly StoredPerson[],
  loadPerson: (userId: number) => Promise<Person | undefined>,
  field: 'people' | 'person' = 'people',
): Promise<readonly StoredPerson[]> {
  const people = new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await loadPerson(id)] as const)));
  return ids.map((id) => {
    const person = people.get(id);
    if (person && belongsTo(person, served)) return { id, name: person.name };
    const known = had.find((one) => one.id === id);
    if (!known) throw badField(field, 'Select people who have access to what the rotation covers.');
    return known;
  });
}

/** A rotation as the audit log stores it. */
export const auditedRotation = (fields: RotationFields, people: readonly StoredPerson[]) => ({
  title: fields.title,
  timezone: fields.timezone,
  handover_time: fields.handover_time,
  weekday: fields.weekday,
  start: fields.start,
  people: people.map(({ name }) => name),
});

/** What the audit log calls a rotation. */
export const aboutRotation = (
  row: Pick<RotationRow, 'id' | 'title' | 'client_id' | 'site_id'>,
  subject: 'rotation' | 'override',
) => ({
  subject,
  subjectId: row.id,
  subjectName: row.title,
  clientId: row.client_id,
  siteId: row.site_id,
});
