import { createDevice } from '@tocsin/simulator/create-device';
import type { DemoDevice } from '@tocsin/simulator/demo-plant';
import { sql } from 'kysely';
import type { Trx } from '../platform/db.ts';
import { insertPastTests } from './store.ts';

const secondMs = 1_000;
const agoMs = 5 * 86_400_000;
const everyMs = 40 * secondMs;
const mostSensors = 12;
/** Groups whose sensors a person can trip: contacts and temperatures. */
const walkedGroups = ['3', '4'];
/** How long after the press a sensor trips, and after that returns. */
const [tripMs, clearMs] = [3_400, 6_200];

interface DemoWalk {
  readonly deviceId: number;
  readonly device: DemoDevice;
  readonly walker: { readonly id: number; readonly name: string };
  readonly now: number;
}

const sensorsOf = ({ type }: DemoDevice, startMs: number) =>
  createDevice({ type, seed: 1, startMs })
    .model.groups.filter(({ id }) => walkedGroups.includes(id))
    .flatMap(({ id, name: group, sensors }) =>
      sensors.map((sensor) => ({ path: `${id}.${sensor.id}`, name: sensor.name, group })),
    )
    .slice(0, mostSensors);

/** A finished walk test from before the demo started: every sensor passed but the last, which was skipped. */
export async function seedWalk(trx: Trx, { deviceId, device, walker, now }: DemoWalk): Promise<void> {
  const startedAt = Math.floor((now - agoMs) / 3_600_000) * 3_600_000;
  const named = sensorsOf(device, now);
  const sensors = named.map(({ path, name, group }, index) => {
    const announcedAt = startedAt + (index + 1) * everyMs;
    const isSkipped = index === named.length - 1;
    const disarmedAt = isSkipped ? announcedAt : announcedAt + tripMs + clearMs;
    return {
      path,
      name,
      group,
      state: isSkipped ? 'skipped' : 'passed',
      cause: isSkipped ? 'by_person' : null,
      reason: isSkipped ? 'Behind the guard, at the next stop of the leg' : '',
      isArmed: false,
      armedAt: startedAt,
      since: startedAt,
      disarmedAt,
      heldSince: null,
      isHeldAnnounced: false,
      isOn: false,
      announcedAt: isSkipped ? null : announcedAt,
      trippedAt: isSkipped ? null : announcedAt + tripMs,
      clearedAt: isSkipped ? null : disarmedAt,
      swappedWith: null,
    };
  });
  const endedAt = startedAt + (sensors.length + 2) * everyMs;
  const state = {
    serialNumber: device.serialNumber,
    idleMs: 1_800 * secondMs,
    startedAt,
    userId: walker.id,
    userName: walker.name,
    activeAt: endedAt,
    announced: null,
    last: null,
    endedAt,
    endReason: 'signed',
    signedAt: endedAt + 60 * secondMs,
    signedBy: walker.name,
    comment: 'Heat gun and magnet, leg locked out',
    sensors,
  };
  const { rows } = await sql<{ id: number }>`insert into walk_test (id, device_id, client_id, site_id, client_name,
      site_name, device_name, user_id, started_at, ended_at, signed_at, state)
    select e.id, d.id, s.client_id, s.id, c.company, s.title, d.title, ${walker.id}, ${startedAt}, ${endedAt},
      ${state.signedAt}, ${JSON.stringify(state)}::jsonb || jsonb_build_object('id', e.id, 'siteId', s.id)
    from device d join site s on s.id = d.site_id join client c on c.id = s.client_id,
      (select nextval('event_ids') as id) e
    where d.id = ${deviceId} returning id`.execute(trx);
  const walkId = rows[0]?.id;
  const passed = sensors.filter(({ state: own }) => own === 'passed');
  await insertPastTests(
    trx,
    passed.map(({ path, name, group, trippedAt }) => ({
      deviceId,
      path,
      sensorName: name,
      groupName: group,
      by: walker.name,
      at: trippedAt ?? startedAt,
      comment: '',
      walkId,
    })),
  );
}
