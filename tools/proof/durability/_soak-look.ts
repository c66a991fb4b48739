// Samples of a soak every 10 s from outside: the server's /metrics, and the kernel's values of the database's
// processes.
import { childrenOf, sharedMegabytes } from '@tocsin/e2e/memory';
import type { TocsinServer } from '@tocsin/e2e/server';
import type pg from 'pg';
import type { SentBy } from '../../../bench/senders.ts';
import { storedFrames } from '../support/_stored-frames.ts';

const mega = 1024 * 1024;
const sum = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^tocsin_${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
    (all, [, n]) => all + Number(n),
    0,
  );

export type ServerFigures = Awaited<ReturnType<typeof lookAtServer>>;

/** Figures of /metrics and of the kernel, at this moment. */
export async function lookAtServer(server: TocsinServer) {
  const answer = await fetch(`${server.url}/metrics`);
  if (!answer.ok) throw new Error(`/metrics: ${answer.status}`);
  const text = await answer.text();
  const database = server.databasePid();
  const pids = database === null ? [] : [database, ...childrenOf(database)];
  return {
    'server RSS': sum(text, 'process_resident_memory_bytes') / mega,
    'server heap': sum(text, 'process_heap_bytes') / mega,
    'database PSS': pids.reduce((all, pid) => all + sharedMegabytes(pid), 0),
    heaps: text.split('\n').filter((line) => line.startsWith('tocsin_thread_heap_bytes')),
    cpuS: sum(text, 'process_cpu_seconds_total'),
    lineS: sum(text, 'line_cpu_seconds_total'),
    loopMs: 1_000 * sum(text, 'event_loop_delay_seconds'),
    waitingBytes: sum(text, 'waiting_bytes'),
    waitingPart: sum(text, 'waiting_bytes') / sum(text, 'waiting_limit_bytes'),
    hours: sum(text, 'hours_written_total'),
    skipped: sum(text, 'live_documents_skipped_total'),
    troubles:
      sum(text, 'refused_total') +
      sum(text, 'door_refused_total') +
      sum(text, 'http_busy_total') +
      sum(text, 'frames_unstorable_total') +
      sum(text, 'batch_retries_total') +
      sum(text, 'hours_failed_total'),
  };
}

/** Frames of an earlier hour that a device sent. */
export interface LateHour {
  readonly device: number;
  readonly from: number;
  readonly frames: number;
}
export interface SoakLedger {
  readonly acknowledged: number;
  readonly stored: number;
  readonly doubled: number;
  readonly late: number;
  readonly lateRows: number;
}

/** Which acknowledged frames are in the database, by device and seq. */
export async function countSoak({
  database,
  sent,
  since,
  late,
}: {
  readonly database: pg.Client;
  readonly sent: readonly SentBy[];
  readonly since: number;
  readonly late: readonly LateHour[];
}): Promise<SoakLedger> {
  const ledger = { acknowledged: 0, stored: 0, doubled: 0, late: 0, lateRows: 0 };
  for (const { device, acknowledged } of sent) {
    // A frame delayed for longer than the clock rule allows is among the late ones.
    const rows = await storedFrames(async (text) => (await database.query(text)).rows, device);
    const stored = new Uint8Array(acknowledged.length);
    for (const { seq, boot, deviceTs } of rows) if (boot === 1 && deviceTs >= since) stored[seq]++;
    for (const [seq, is] of acknowledged.entries()) {
      if (stored[seq] > 1) ledger.doubled++;
      if (!is) continue;
      ledger.acknowledged++;
      if (stored[seq] > 0) ledger.stored++;
    }
  }
  for (const { device, from, frames } of late) {
    const { rows } = await database.query(
      `select (select count(*) from frame_late where device_id = $1 and ts >= $2 and ts < $2 + 3600000)
         + (select coalesce(sum(n), 0) from frame_bundle_late
            where device_id = $1 and ts >= $2 and ts < $2 + 3600000)
         + (select coalesce(sum(n), 0) from chunk where device_id = $1 and t0 = $2) as n`,
      [device, from],
    );
    ledger.late += frames;
    ledger.lateRows += Number(rows[0].n);
  }
  return ledger;
}
