// Plays each simulator scenario in simulated time through the pipeline into a real database, by socket messages into
// the page's own toasts, and by the e-mail rules to a real SMTP server. Expected numbers are in simulator/scenarios and
// were committed before the first run. `npm run proof -- mails [numbers]`.

import type { NotificationMessage } from '@tocsin/contract/live';
import { type Scenario, scenarioName } from '@tocsin/simulator/scenario';
import { compareEvents } from '@tocsin/simulator/testing/compare-events';
import { SimulatedJobs } from '../../../server/src/app/testing/simulated-jobs.ts';
import { enqueueForEvents } from '../../../server/src/notify/index.ts';
import { ScenarioRig } from '../../../server/src/pipeline/testing/scenario-rig.ts';
import { createLog, type Log } from '../../../server/src/platform/log.ts';
import { makeClient, makeDevice, makeSite, makeUser } from '../../../server/src/platform/testing/factories.ts';
import {
  createScratchDatabase,
  dropScratchDatabase,
  type ScratchDatabase,
  startScratchPostgres,
} from '../../../server/src/platform/testing/scratch-postgres.ts';
import { type SmtpReceiver, startSmtp } from '../../../server/src/platform/testing/smtp.ts';
import { scenarios } from '../../../simulator/scenarios/all.ts';
import { grouped, isShown, type Toast } from '../../../web/src/features/notifications/toast-model.ts';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = true;

const start = Date.UTC(2026, 9, 1, 12);
const ruleTypes = [
  'alarm',
  'warning',
  'online_status',
  'sn2_status_change',
  'maintenance',
  'power_up',
  'device_administration',
  'site_administration',
];
/** The short form's scenarios: minutes of simulated time, not hours. */
const shortS = 700;

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const wanted = scenarios.filter((scenario) =>
    args.length > 0 ? args.includes(scenarioName(scenario)) : !short || scenario.durationS <= shortS,
  );
  const postgres = await startScratchPostgres();
  const log = createLog('error');
  const smtp = await startSmtp();
  const rows: MailRow[] = [];
  try {
    for (const scenario of wanted) {
      const own = await createScratchDatabase(postgres.address);
      rows.push(await play(scenario, own, smtp, log));
      await dropScratchDatabase(postgres.address, own);
    }
  } finally {
    await smtp.close();
    await postgres.stop();
  }
  print(rows);
  return rows.every((row) => row.asExpected) && rows.length > 0;
}

/** The portal's rows for the rig's plant: ids begin at 1 in a fresh database. */
async function makePortal(database: ScratchDatabase, scenario: Scenario): Promise<string> {
  const { db } = database;
  const client = await makeClient(db, { company: 'Prairie Grain' });
  const site = await makeSite(db, { client_id: client.id, title: 'North' });
  for (const actor of scenario.devices)
    await makeDevice(db, { site_id: site.id, title: actor.key, device_type: actor.type });
  const email = `${scenarioName(scenario)}@plant.example`;
  const owner = await makeUser(db, { email, client: client.id, manages: true });
  if (client.id !== 1 || site.id !== 1) throw new Error('the rig needs ids to begin at 1');
  for (const type of ruleTypes)
    await database.pool.query(
      'insert into email_rule (user_id, client_id, event_type, contact_when, number_per_hour, all_devices) values ($1, 1, $2, 0, 0, true)',
      [owner.id, type],
    );
  return email;
}

type WantedAndGot = readonly [wanted: number, got: number];
interface MailRow {
  readonly name: string;
  readonly events: WantedAndGot;
  readonly wrong: number;
  readonly toasts: WantedAndGot;
  readonly mails: WantedAndGot;
  readonly mailed: WantedAndGot;
  /** Kinds of events that are in several mails. */
  readonly twice: number;
  readonly asExpected: boolean;
}

async function play(scenario: Scenario, database: ScratchDatabase, smtp: SmtpReceiver, log: Log): Promise<MailRow> {
  const email = await makePortal(database, scenario);
  const rig = new ScenarioRig(scenario, database, start);
  const toasts = new ToastPage();
  const pendingWork = new SimulatedJobs(database, smtp, log);
  await rig.run({
    enqueue: async (transaction, stored) => {
      await enqueueForEvents(transaction, stored);
      pendingWork.isNew = true;
    },
    started: (pipeline) => pipeline.notifications.watch(() => true, toasts),
    passed: (clock) => pendingWork.runDue(clock),
  });
  await pendingWork.drain();
  const got = await rig.events();
  const { missing, unexpected } = compareEvents(scenario.expected, got);
  const mails = smtp.mails.filter((mail) => mail.to === email);
  const { rows } = await database.pool.query<{
    readonly type: string;
    readonly mailed: number;
    readonly events: number;
  }>(
    `select e.type, count(*)::int as mailed, count(distinct e.id)::int as events from mail m
       cross join lateral jsonb_array_elements_text(m.about::jsonb -> 'events') as named(id)
       join event e on e.id = named.id::bigint where m.state = 'sent' group by e.type`,
  );
  const mailed = rows.filter((row) => row.type !== 'maintenance').reduce((sum, row) => sum + row.mailed, 0);
  const twice = rows.filter((row) => row.mailed !== row.events).length;
  const line: Omit<MailRow, 'twice' | 'asExpected'> = {
    name: `${scenarioName(scenario)} ${scenario.title}`,
    events: [scenario.expected.length, got.length],
    wrong: missing.length + unexpected.length,
    toasts: [scenario.toasts, toasts.count],
    mails: [scenario.mails, mails.length],
    mailed: [scenario.mailed, mailed],
  };
  const same = [line.events, line.toasts, line.mails, line.mailed].every(([wanted, have]) => wanted === have);
  for (const one of [...missing, ...unexpected]) console.log(`  ${line.name}: ${JSON.stringify(one)}`);
  if (!same) for (const mail of mails) console.log(`  ${line.name}: mail ${mail.subject}`);
  return { ...line, twice, asExpected: same && line.wrong === 0 && twice === 0 };
}

/** An open page: groups like the browser, at the moments of arrival. */
class ToastPage {
  count = 0;
  #toasts: readonly Toast[] = [];

  send(text: string): void {
    const message: NotificationMessage = JSON.parse(text);
    const now = Math.max(...message.notifications.map((row) => Date.parse(row.received_at)));
    const before = this.#toasts;
    this.#toasts = grouped(before, message, now);
    const known = new Set(before.flatMap((toast) => toast.rows.map((row) => row.id)));
    for (const toast of this.#toasts)
      if (isShown(toast, now) && !toast.rows.some((row) => known.has(row.id))) this.count += 1;
  }

  buffered(): number {
    return 0;
  }

  close(): void {}
}

function print(rows: readonly MailRow[]): void {
  const both = ([wanted, have]: WantedAndGot): string => `${wanted} / ${have}`;
  const table = [
    ['scenario', 'events', 'wrong', 'toasts', 'e-mails', 'events in mails', ''],
    ...rows.map((row) => [
      row.name,
      both(row.events),
      String(row.wrong),
      both(row.toasts),
      both(row.mails),
      both(row.mailed),
      row.asExpected ? 'as expected' : 'NOT AS EXPECTED',
    ]),
  ];
  const widths = (table[0] ?? []).map((_, i) => Math.max(...table.map((line) => line[i]?.length ?? 0)));
  console.log('expected / got');
  for (const line of table)
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
