// Faults of several processes that share the devices of one PostgreSQL. No fault may lose an acknowledged frame, store
// one twice, duplicate or lose an event, or leave a dashboard without news for longer than its limit. Short form: a
// graceful restart, kill -9 of an owner, and SIGSTOP for 10 s during a batch, without mails. CI runs it on any machine, so
// its limits of silence are three times as long.
import { Api } from '@tocsin/e2e/api';
import { makePlant } from '@tocsin/e2e/plant';
import { admin } from '@tocsin/e2e/server';
import { legs } from '../support/_legs.ts';
import { pause } from '../support/_pause.ts';
import { ownPostgres } from '../support/_postgres.ts';
import type { ProofOptions } from '../support/_proof.ts';
import { machineDatabase, startNats, startTogether, type Together } from '../support/_together.ts';
import { connectBell } from './_bell.ts';
import { countWindow } from './_count.ts';
import { deviceCount, everyMs, type Fault, faults } from './_faults.ts';
import { startMails } from './_rule-mails.ts';
import { startPages, startSenders } from './_senders.ts';
import { isAsExpected, printTable } from './_table.ts';

export const hasShort = true;

const watched = 6;
const floodCount = 20;
const shortRoles = { a: 'web,ingest,jobs', b: 'ingest', c: 'ingest' };
const slowMachineFactor = 3;
/** The stalled process can send mails too, and must not. */
const longRoles = { a: 'web,ingest,jobs', b: 'ingest', c: 'ingest,jobs', d: 'ingest' };

export async function run({ short, args }: ProofOptions): Promise<boolean> {
  const own = short ? null : await ownPostgres();
  const database = own ?? (await machineDatabase());
  const nats = await startNats();
  const mails = short ? null : await startMails();
  const roles = short ? shortRoles : longRoles;
  let all: Together | null = null;
  try {
    const together = await startTogether({ database, nats, roles, clocked: ['d'], more: mails?.more ?? {} });
    all = together;
    const first = together.member('a').server.url;
    const api = await Api.signIn(first, admin.email, admin.password);
    const plant = await makePlant(api, legs(deviceCount + (short ? 0 : floodCount)));
    const [devices, floods] = [plant.devices.slice(0, deviceCount), plant.devices.slice(deviceCount)];
    const senders = startSenders({ devices, urls: all.urls, everyMs });
    const url = () => together.member('a').server.url;
    const pages = startPages({ devices: devices.slice(0, watched), url, token: api.token });
    const bell = connectBell({ url, token: api.token, selection: `${plant.clientId},,` });
    await pause(3_000);
    await mails?.makeRules(api, devices);
    // The end of an alarm is mailed if its beginning was.
    if (mails) await pause(8 * everyMs + 1_000);

    const rows = [];
    const expected = (fault: Fault): Fault =>
      short ? { ...fault, silenceMs: fault.silenceMs * slowMachineFactor } : fault;
    // Arguments select faults by name.
    const isAsked = ({ name }: Fault) => args.length === 0 || args.some((word) => name.includes(word));
    for (const fault of faults.filter((one) => (!short || one.short) && isAsked(one)).map(expected)) {
      const notes: string[] = [];
      const from = Date.now();
      console.log(`${new Date(from).toISOString().slice(11, 19)} ${fault.name}`);
      const itself = await fault.run({ all, nats, database: own, floods, notes });
      const settled = await all.settled();
      await pause(short ? 1_500 : 5_000);
      if (!settled) notes.push('NOT SETTLED');
      rows.push({ fault, from, to: Date.now(), notes, held: settled && itself !== false });
    }
    const drained = await senders.stop();
    const mailed = (await mails?.settled(all.query)) ?? true;
    await pause(500);
    console.log(`all acknowledged in the end: ${drained}${mails ? `, all mailed: ${mailed}` : ''}`);
    const table = [];
    for (const { fault, from, to, notes, held } of rows) {
      const counts = await countWindow({ query: all.query, lines: senders.lines, from, to });
      const published = bell.check(counts.events);
      const mail = await mails?.check(all.query, counts.events);
      const silence = pages.longestSilence(from, to);
      const isKept = held && isAsExpected(fault, { ...counts, ...published, ...mail, silence });
      if (counts.late > 0) notes.push(`${counts.late} frames late`);
      if (counts.moved > 0) notes.push(`${counts.moved} frames of a corrected clock`);
      for (const edge of counts.missing.slice(0, 20)) console.log(`not as expected: ${JSON.stringify(edge)}`);
      table.push({ fault, counts: { ...counts, ...published, ...mail }, silence, notes, isKept });
    }
    pages.stop();
    bell.close();
    printTable(table, `${Object.keys(roles).length} processes, ${deviceCount} devices`);
    return drained && mailed && table.length > 0 && table.every((row) => row.isKept);
  } finally {
    await all?.stop();
    await mails?.stop();
    nats.stop();
    await database.stop();
  }
}
