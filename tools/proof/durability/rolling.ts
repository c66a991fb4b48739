// An earlier version and this one at the same time on one PostgreSQL and NATS. The new version's `migrate` runs while
// the old processes do; then each is restarted as the new version under the load of devices and open pages. No frame is
// lost or doubled, each event is created, published and mailed once, and no page is without news or closed for longer
// than its limit. `npm run proof -- rolling [commit of the earlier version]`.
import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin } from '@tocsin/e2e/server';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import { ownPostgres } from '../support/_postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { startNats, startTogether, type Together } from '../support/_together.ts';
import { connectBell } from './_bell.ts';
import { countWindow } from './_count.ts';
import { type RuleMails, startMails } from './_rule-mails.ts';
import { startPages, startSenders } from './_senders.ts';
import { type ExpectedFault, isAsExpected, printTable } from './_table.ts';
import { type Migration, prepareVersion, type Version } from './_versions.ts';

export const hasShort = false;

/** The first version with several processes. */
const firstOfSeveral = 'fabf629';
const deviceCount = 20;
const everyMs = 250;
const roles = { a: 'web,ingest,jobs', b: 'web,ingest,jobs', c: 'ingest' };
/** A page reconnects after half a second to the other process with pages. */
const silenceMs = 4_000;
const closedMs = 2_000;
/** As for any kill (_faults.ts). */
const takeOverMs = 11_000;
/** A migration of tables that every batch writes, used when the present version has none that the earlier lacks. */
const madeUpAfter = (migrations: readonly string[]): Migration => ({
  name: '9000-made-up-for-the-proof',
  sql: `-- works with: ${migrations.toSorted().at(-1)}
alter table event add column made_up text;
create index event_made_up on event (made_up) where made_up is not null;
alter table device_latest add column made_up int not null default 0;
alter table frame add column made_up int;
`,
});

interface Step {
  readonly fault: ExpectedFault;
  readonly from: number;
  readonly to: number;
  readonly notes: string[];
  readonly held: boolean;
}

export async function run({ args }: ProofOptions): Promise<boolean> {
  const old = prepareVersion(args[0] ?? firstOfSeveral);
  const plain = prepareVersion('HEAD');
  const isMadeUp = plain.migrations.every((name) => old.migrations.includes(name));
  const fresh = isMadeUp ? prepareVersion('HEAD', madeUpAfter(plain.migrations)) : plain;
  console.log(`old: ${old.commit}\nnew: ${fresh.commit}${isMadeUp ? ', with a migration made up for this proof' : ''}`);
  const database = await ownPostgres();
  const nats = await startNats();
  const mails = await startMails();
  let all: Together | null = null;
  try {
    all = await startTogether({ database, nats, roles, more: mails.more, root: old.root });
    return await roll({ all, old, fresh, mails });
  } finally {
    await all?.stop();
    await mails.stop();
    nats.stop();
    await database.stop();
    for (const version of [old, plain, fresh]) version.remove();
  }
}

async function roll({
  all,
  old,
  fresh,
  mails,
}: {
  readonly all: Together;
  readonly old: Version;
  readonly fresh: Version;
  readonly mails: RuleMails;
}): Promise<boolean> {
  const api = await Api.signIn(all.member('a').server.url, admin.email, admin.password);
  const { devices, clientId } = await makePlant(api, legs(deviceCount));
  const senders = startSenders({ devices, urls: all.urls, everyMs });
  const withPages = (tries: number): string => all.member(tries % 2 === 0 ? 'a' : 'b').server.url;
  const pages = startPages({ devices, url: withPages, token: api.token });
  const bells = [0, 1].map((i) =>
    connectBell({ url: (tries) => withPages(tries + i), token: api.token, selection: `${clientId},,` }),
  );
  await pause(3_000);
  await mails.makeRules(api, devices);
  await pause(8 * everyMs + 1_000);

  const rows: Step[] = [];
  const step = async (name: string, work: (notes: string[]) => Promise<void>) => {
    const from = Date.now();
    const notes: string[] = [];
    await work(notes);
    const held = await all.settled();
    await pause(3_000);
    rows.push({
      fault: { name, silenceMs: name.startsWith('kill') ? takeOverMs : silenceMs },
      from,
      to: Date.now(),
      notes,
      held,
    });
  };
  await step('three old processes', () => pause(3_000));
  await step('migrate by the new version, three old processes', async (notes) => {
    notes.push(await migrate(fresh, all.member('a').env));
  });
  if (old.comesBack)
    await step('kill -9 of an old one, which comes back as it was', async () => {
      await all.restart('c', 'kill');
    });
  for (const [i, name] of (['c', 'b', 'a'] as const).entries())
    await step(`the ${['first', 'second', 'last'][i]} becomes a new one (${roles[name]})`, async (notes) => {
      await all.restart(name, 'stop', {}, fresh.root);
      if (readlinkSync(`/proc/${all.member(name).server.pid}/cwd`) !== fresh.root) notes.push('NOT THE NEW ONE');
    });
  await step('three new processes', () => pause(3_000));

  const drained = await senders.stop();
  const mailed = await mails.settled(all.query);
  console.log(`all acknowledged in the end: ${drained}, all mailed: ${mailed}`);
  const table = [];
  for (const { fault, from, to, notes, held } of rows) {
    const counts = await countWindow({ query: all.query, lines: senders.lines, from, to });
    const published = bells.map((bell) => bell.check(counts.events));
    const sum = (key: 'notifiedTwice' | 'untold'): number => published.reduce((n, one) => n + one[key], 0);
    const mail = await mails.check(all.query, counts.events);
    const got = { ...counts, notifiedTwice: sum('notifiedTwice'), untold: sum('untold'), ...mail };
    const silence = pages.longestSilence(from, to);
    const closed = pages.longestClosed(from, to);
    notes.unshift(`a page closed for ${(closed / 1_000).toFixed(1)} s at most`);
    const isKept =
      held && closed <= closedMs && !notes.includes('NOT THE NEW ONE') && isAsExpected(fault, { ...got, silence });
    table.push({ fault, counts: got, silence, notes, isKept });
  }
  pages.stop();
  for (const bell of bells) bell.close();
  printTable(table, `3 processes, ${deviceCount} devices, ${deviceCount} pages`);
  return drained && mailed && table.every((row) => row.isKept);
}

/** As an operator does it, by the new version's command line. */
async function migrate({ root }: Version, env: Readonly<Record<string, string>>): Promise<string> {
  const program = join(root, 'server/src/command-line.ts');
  const settings = { ...process.env, ...env, TOCSIN_DATA_DIR: join(root, 'data') };
  const from = Date.now();
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'migrate'], { cwd: root, env: settings });
  const said = stdout.trim().split('\n').at(-1) ?? '';
  if (!said.startsWith('Migrated:')) throw new Error(`nothing was migrated: ${said}`);
  return `${said} In ${Date.now() - from} ms`;
}
