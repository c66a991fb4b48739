import type { LifeFound } from '@tocsin/simulator/alarm-life';
import { createProtectionMail, createScan } from '../../features/protection/index.ts';
import { announce } from '../../features/protection/testing/facts.ts';
import { playScan, scannedSensors } from '../../history/suspect/testing/simulated.ts';
import { drivenClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { makeDevice, makeSite, makeUser, signedIn } from '../../platform/testing/factories.ts';
import type { ScratchDatabase } from '../../platform/testing/scratch-postgres.ts';
import { startWalkApp } from '../../testing/role-walk/app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Sunday, so that the fifteenth day is one, too. */
const startMs = Date.UTC(2026, 8, 6);

interface FlatLook {
  readonly night: number;
  readonly what: string;
  readonly suspected: number;
  readonly found: LifeFound;
}
export interface FlatRow {
  readonly what: string;
  readonly expected: LifeFound & { readonly suspected: number };
  readonly found: LifeFound & { readonly suspected: number };
}

/** A sensor keeps its value: the nightly job over its simulated history, the page, the weekly mail, and the log. */
export async function playFlatSensor(
  { sensor, frozenOnDay, looks }: { sensor: string; frozenOnDay: number; looks: readonly FlatLook[] },
  { db, pool }: ScratchDatabase,
): Promise<readonly FlatRow[]> {
  const clock = drivenClock(startMs);
  const site = await makeSite(db, { title: 'North', timezone: 'UTC' });
  const device = await makeDevice(db, { site_id: site.id, title: 'Leg 1', device_type: '0300' });
  await announce(db, device.id, ['4000', '4001', '4002', '4003']);
  const owner = await makeUser(db, { on: { [site.id]: 'Manager' }, registered_at: new Date(startMs) });
  const app = await startWalkApp(db, clock);
  const play = playScan({
    type: '0300',
    seed: 4811,
    startMs,
    days: 30,
    steps: [{ atMs: frozenOnDay * dayMs + 9 * hourMs, action: { do: 'freeze', sensor } }],
  });
  const sensors = scannedSensors(play.groups).map(({ path, type, unit }) => ({ path, type, unit }));
  const dependencies = {
    db,
    clock,
    log: createLog('error'),
    isDemo: false,
    publicUrl: 'https://tocsin.example',
    live: async () => undefined,
    unevaluatedOf: () => new Map<number, number>(),
    ledger: async () => [],
  };
  const scan = createScan({
    ...dependencies,
    scanWith: (work) => work(async () => ({ ...play.until(clock.now() - startMs), sensors })),
  });
  const weekly = createProtectionMail(dependencies);
  const rows: FlatRow[] = [];
  for (const look of looks) {
    // Every night at half past one, and every morning at eight.
    for (let day = Math.floor((clock.now() - startMs) / dayMs); day <= look.night; day++) {
      if (clock.now() < startMs + day * dayMs + 1.5 * hourMs) clock.advanceTo(startMs + day * dayMs + 1.5 * hourMs);
      await scan();
      if (clock.now() < startMs + day * dayMs + 8 * hourMs) clock.advanceTo(startMs + day * dayMs + 8 * hourMs);
      await weekly();
    }
    const caller = await signedIn(app.http, db, owner, new Date(clock.now()));
    const count = async (url: string): Promise<number> => Number((await caller.get(url)).json().count);
    const log = (query: string): Promise<number> => count(`/api/v1/notifications/${query}`);
    const mails = await pool.query('select id from mail where user_id = $1', [owner.id]);
    rows.push({
      what: look.what,
      expected: { ...look.found, suspected: look.suspected },
      found: {
        log: await log(''),
        active: await log('active-count/'),
        unacknowledged: await log('?is_acknowledged=false'),
        cleared: await log('unacknowledged-count/'),
        shelved: await log('?is_shelved=true'),
        incidents: await log('?is_first_out=true'),
        mails: mails.rows.length,
        suspected: await count('/api/v1/protection/?kind=suspected_dead'),
      },
    });
  }
  await app.stop();
  return rows;
}
