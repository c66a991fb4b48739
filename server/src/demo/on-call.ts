import { sql, type Transaction } from 'kysely';
import { seedPolicy } from '../features/escalation/index.ts';
import { seedRotation } from '../features/on-call/index.ts';
import type { Tables } from '../platform/tables.ts';

type Trx = Transaction<Tables>;
interface Person {
  readonly id: number;
  readonly name: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zone = 'America/Chicago';

/** 06:00 in Chicago's winter on the first given weekday (0 Sunday) at least `days` days after a moment. */
function morningOf(now: number, weekday: number, days: number): number {
  const noon = Math.floor((now + days * dayMs) / dayMs) * dayMs + 12 * hourMs;
  return noon + ((weekday - new Date(noon).getUTCDay() + 7) % 7) * dayMs;
}

/**
 * Two rotations of a client: one with an override, one with a weekend that nobody answers, because its person left. And a
 * policy by which urgent alarms reach one after the other.
 */
export async function seedOnCall(trx: Trx, clientId: number, people: readonly Person[], now: number): Promise<void> {
  const [lead, engineer, worker] = people.slice(-3);
  if (!lead || !engineer || !worker) return;
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('users', 'id'))::int as id`.execute(
    trx,
  );
  const left = rows[0]?.id;
  if (left === undefined) return;
  const start = new Date(now - 60 * dayMs).toISOString().slice(0, 10);
  const plan = { timezone: zone, start };
  const thursday = morningOf(now, 4, 2);
  const saturday = morningOf(now, 6, 14);
  const shiftLead = await seedRotation(trx, clientId, {
    ...plan,
    title: 'Shift lead',
    handover_time: '06:00',
    weekday: 1,
    people: [lead, engineer, worker],
    overrides: [{ person: worker, from: thursday, to: thursday + 36 * hourMs, by: lead.name }],
    at: now,
  });
  const maintenance = await seedRotation(trx, clientId, {
    ...plan,
    title: 'Maintenance',
    handover_time: '18:00',
    weekday: 5,
    people: [engineer, worker, lead],
    overrides: [
      { person: { id: left, name: 'Rosa Hernandez' }, from: saturday, to: saturday + 2 * dayMs, by: engineer.name },
    ],
    at: now,
  });
  await seedPolicy(trx, clientId, {
    title: 'Urgent alarms',
    event_types: ['alarm_on'],
    least_priority: 2,
    device_ids: null,
    steps: [
      { after_minutes: 0, everybody: false, targets: [{ kind: 'rotation', id: shiftLead, name: 'Shift lead' }] },
      { after_minutes: 5, everybody: false, targets: [{ kind: 'rotation', id: maintenance, name: 'Maintenance' }] },
      { after_minutes: 15, everybody: false, targets: [{ kind: 'person', id: lead.id, name: lead.name }] },
    ],
    repeats: 1,
    repeat_after_minutes: 10,
    goes_on_after_clearing: true,
    at: now,
  });
}
