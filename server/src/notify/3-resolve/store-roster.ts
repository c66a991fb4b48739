import type { DutyGap, DutyPerson } from '@tocsin/contract/on-call';
import { sql } from 'kysely';
import { belongsTo, isStaff, operatorName, type Person } from '../../access/principal.ts';
import type { RotationSubject } from '../../access/subject.ts';
import type { Db } from '../../platform/db.ts';

/** The people of rotations as they are now. */
interface StoredPerson {
  readonly id: number;
  /** As it was when they were chosen. */
  readonly name: string;
}

export interface Roster {
  /** With their present name, and why they cannot answer. */
  personOf(person: StoredPerson, served: RotationSubject): DutyPerson;
}

interface Account {
  readonly id: number;
  readonly name: string;
  readonly is_active: boolean;
  readonly is_removed: boolean;
  readonly inactive_clients: readonly number[];
}

/** Reads each of the people once. */
export async function readRoster(
  db: Db,
  ids: readonly number[],
  loadPerson: (userId: number) => Promise<Person | undefined>,
): Promise<Roster> {
  const unique = [...new Set(ids)];
  const { rows } =
    await sql<Account>`select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name,
      u.is_active, u.removed_at is not null as is_removed,
      coalesce((select json_agg(m.client_id) from client_member m where m.user_id = u.id and not m.is_active), '[]')
        as inactive_clients
    from users u where u.id = any(${unique})`.execute(db);
  const accounts = new Map(rows.map((row) => [row.id, row]));
  const people = new Map(await Promise.all(unique.map(async (id) => [id, await loadPerson(id)] as const)));

  const gapOf = (id: number, served: RotationSubject): DutyGap | null => {
    const account = accounts.get(id);
    if (!account || account.is_removed) return 'removed';
    if (!account.is_active || account.inactive_clients.includes(served.clientId)) return 'deactivated';
    const person = people.get(id);
    return person && belongsTo(person, served) ? null : 'no_access';
  };
  /** Operator staff whom an earlier version accepted are not named to the client. */
  const nameOf = ({ id, name }: StoredPerson): string => {
    const person = people.get(id);
    return person && isStaff(person) ? operatorName : (accounts.get(id)?.name ?? name);
  };
  return {
    personOf: (person, served) => ({ id: person.id, name: nameOf(person), gap: gapOf(person.id, served) }),
  };
}
