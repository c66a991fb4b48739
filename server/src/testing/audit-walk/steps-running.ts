import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { World } from '../role-walk/world.ts';
import type { Walker } from './walker.ts';

/** Running the next step of an escalation at once. No engine runs here: the escalation is inserted. */
export async function walkRunning(
  db: Db,
  { client, site, device, event, user }: World,
  token: string,
  send: Walker['send'],
): Promise<void> {
  const steps = [5, 10].map((after_minutes) => ({
    after_minutes,
    everybody: false,
    targets: [{ kind: 'person', id: user.id, name: 'Ann' }],
  }));
  const { rows } = await sql<{ id: number }>`insert into escalation (policy_id, title, client_id, site_id, device_id,
      condition, event_id, priority, steps, repeats, repeat_after_minutes, goes_on_after_clearing, started_at, next_at)
    values (1, 'Nights', ${client}, ${site}, ${device}, 'walk', ${event}, 2, ${JSON.stringify(steps)}::jsonb, 0, 10,
      true, now(), now() + interval '5 minutes') returning id`.execute(db);
  const escalation = rows[0]?.id ?? 0;
  await sql`insert into escalation_event (escalation_id, event_id) values (${escalation}, ${event})`.execute(db);
  const route = 'POST /api/v1/notifications/:id/escalation/notify-next';
  await send({ route, ids: [event], token, body: { escalation, step: 0 } });
}
