import type { Trx } from '../../platform/db.ts';
import { insertRotation, putPeople, type RotationFields, type StoredPerson } from './store.ts';
import { insertOverride } from './store-overrides.ts';

interface SeededRotation extends RotationFields {
  readonly people: readonly StoredPerson[];
  readonly overrides: readonly {
    readonly person: StoredPerson;
    readonly from: number;
    readonly to: number;
    readonly by: string;
  }[];
  /** When it was made, unix ms. */
  readonly at: number;
}

/** Stores a rotation of a whole client with its overrides, as a seed does: without an audit record. */
export async function seedRotation(trx: Trx, clientId: number, rotation: SeededRotation): Promise<number> {
  const createdAt = new Date(rotation.at);
  const id = await insertRotation(trx, { clientId, siteId: null }, rotation, createdAt);
  await putPeople(trx, id, rotation.people);
  for (const { person, from, to, by } of rotation.overrides)
    await insertOverride(trx, {
      rotation_id: id,
      user_id: person.id,
      user_name: person.name,
      starts_at: new Date(from),
      ends_at: new Date(to),
      created_at: createdAt,
      created_by: by,
    });
  return id;
}
