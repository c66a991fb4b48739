// `npm run proof -- time-machine [URL PASSWORD]`: at 200 random moments (`--short`: 20) of the demo's last five days, half
// of them within two minutes of something that began or ended, the state of each machine in the time machine equals the
// one that a separate program (_state-of-csv.ts) computes from CSV exports. Without an address it starts a demo.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FilmMoment, endpoints as film } from '@tocsin/contract/film';
import { Api } from '@tocsin/e2e/api';
import { TocsinServer } from '@tocsin/e2e/server';
import { pause } from '../support/_pause.ts';
import type { ProofOptions } from '../support/_proof.ts';
import type { MachineState, Question } from './_state-of-csv.ts';

export const hasShort = false;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days = 5;
const howMany = { short: 20, whole: 200 };
const nearMs = 2 * minuteMs;
/** Devices of the demo send each minute at least: this is read before each moment. */
const readBackMs = 20 * minuteMs;
/** So many looks in a row at which no more frames have been stored than the demo's devices send live. */
const quietLooks = 6;
const lookEveryMs = 5_000;
const liveFrames = 100;

interface Tab {
  readonly id: number;
  readonly name: string;
  readonly machines: readonly {
    readonly frontend_id: string;
    readonly sensors: readonly { readonly sensor: { readonly id: string } }[];
    readonly system_state_sensor: { readonly id: string } | null;
  }[];
}
interface Schema {
  readonly is_published: boolean;
  readonly schema_tabs: readonly { readonly id: number }[];
}
interface Listed<T> {
  readonly results: readonly T[];
}

/** Numbers between 0 and 1, the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the time machine shows of each machine at a moment. */
function shownIn(moment: FilmMoment | undefined, { machines }: Question): Record<string, MachineState> {
  const words = new Map<string, { readonly word: string; readonly inAlarm: boolean }>();
  for (const document of moment?.documents ?? [])
    for (const group of document.groups)
      for (const { Id, Type, Value, Alarm, Meta } of group.sensors) {
        if (Value === null && Meta.State === '') continue;
        const number = Type === 'NUMERIC' || Meta.State === '' ? [String(Value)] : [];
        const word = [...number, Meta.State].filter((part) => part !== '').join(' ');
        words.set(`${document.Id}.${group.Id}.${Id}`, { word: `${word}${Alarm ? ' ALARM' : ''}`, inAlarm: Alarm });
      }
  return Object.fromEntries(
    Object.entries(machines).map(([machine, paths]) => [
      machine,
      {
        inAlarm: paths.some((path) => words.get(path)?.inAlarm === true),
        sensors: Object.fromEntries(paths.map((path) => [path, words.get(path)?.word ?? null])),
      },
    ]),
  );
}

async function tabsOfDemo(api: Api): Promise<Tab[]> {
  const sites = (await api.get<Listed<{ readonly id: number }>>('locations/?limit=100')).results;
  const schemas = await Promise.all(
    sites.map(async ({ id }) => (await api.get<Listed<Schema>>(`../v2/schemas/?location=${id}`)).results),
  );
  const ids = schemas
    .flat()
    .filter((one) => one.is_published)
    .flatMap((one) => one.schema_tabs.map(({ id }) => id));
  return await Promise.all(ids.map((id) => api.get<Tab>(`../v2/tabs/${id}/`)));
}

/** Beginnings and ends of what happened at the site of a tab. */
async function turningPoints(api: Api, tab: number, from: number, to: number): Promise<number[]> {
  const points: number[] = [];
  for (let at = from; at < to; at += dayMs) {
    const query = `from=${at}&to=${Math.min(to, at + dayMs)}`;
    const { results } = film.events.reply.parse(await api.get(`../v2/tabs/${tab}/film-events/?${query}`));
    points.push(...results.flatMap((one) => (one.ended_at === null ? [one.at] : [one.at, one.ended_at])));
  }
  // What stood before the range is answered too.
  return points.filter((at) => at >= from && at < to);
}

/** A new demo sends its past for some minutes; until then an export and a film that follow each other differ. */
async function untilThePastIsStored(address: string): Promise<void> {
  let [before, quiet] = [0, 0];
  while (quiet < quietLooks) {
    await pause(lookEveryMs);
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const stored = Number(/^tocsin_frames_stored_total (\d+)$/m.exec(metrics)?.[1]);
    quiet = stored - before < liveFrames ? quiet + 1 : 0;
    before = stored;
  }
}

const machinesOf = (tab: Tab): Question['machines'] =>
  Object.fromEntries(
    tab.machines.map((machine) => {
      const state = machine.system_state_sensor;
      const paths = [...machine.sensors.map(({ sensor }) => sensor.id), ...(state ? [state.id] : [])];
      return [machine.frontend_id, [...new Set(paths)]];
    }),
  );

async function compare(api: Api, folder: string, count: number): Promise<boolean> {
  const random = randomNumbers(26);
  const tabs = await tabsOfDemo(api);
  const to = Date.now() - minuteMs;
  const from = to - days * dayMs;
  const questions: Question[] = [];
  const shown: Record<string, MachineState>[] = [];
  let near = 0;
  const points = await Promise.all(tabs.map((tab) => turningPoints(api, tab.id, from, to)));
  for (let n = 0; n < count; n++) {
    const place = n % tabs.length;
    const [tab, own] = [tabs[place], points[place] ?? []];
    if (!tab) throw new Error('the demo has no published drawing');
    const point = n % 4 < 2 ? own[Math.floor(random() * own.length)] : undefined;
    if (point !== undefined) near++;
    const wanted = point === undefined ? from + random() * (to - from) : point + (2 * random() - 1) * nearMs;
    const at = Math.floor(Math.min(to, wanted));
    const question = { at, machines: machinesOf(tab) };
    const [moment] = film.film.reply.parse(await api.get(`../v2/tabs/${tab.id}/film/?from=${at}&count=1`)).moments;
    shown.push(shownIn(moment, question));
    const devices = new Set(
      Object.values(question.machines)
        .flat()
        .map((path) => path.split('.')[0] ?? ''),
    );
    for (const device of devices) {
      const path = `graphs/device/${device}/export/?from=${at - readBackMs}&to=${at + 1}`;
      const answer = await api.send('GET', path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      writeFileSync(join(folder, `${questions.length}-${device}.csv`), await answer.text());
    }
    questions.push(question);
  }
  writeFileSync(join(folder, 'questions.json'), JSON.stringify(questions));
  const script = new URL('./_state-of-csv.ts', import.meta.url).pathname;
  const run = spawnSync(process.execPath, [script, folder], { encoding: 'utf8', maxBuffer: 1e9 });
  if (run.status !== 0) throw new Error(run.stderr);
  const computed: readonly Record<string, MachineState>[] = JSON.parse(run.stdout);
  return print(tabs, questions, shown, computed, near);
}

function print(
  tabs: readonly Tab[],
  questions: readonly Question[],
  shown: readonly Record<string, MachineState>[],
  computed: readonly Record<string, MachineState>[],
  near: number,
): boolean {
  let isKept = true;
  console.log('| drawing | moments | machines | in alarm | sensors compared | without data | differing |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [place, tab] of tabs.entries()) {
    const sum = { moments: 0, machines: 0, inAlarm: 0, sensors: 0, empty: 0, differing: 0 };
    for (const [index, question] of questions.entries()) {
      if (index % tabs.length !== place) continue;
      sum.moments++;
      for (const machine of Object.keys(question.machines)) {
        const [mine, other] = [shown[index]?.[machine], computed[index]?.[machine]];
        const words = Object.values(other?.sensors ?? {});
        sum.machines++;
        sum.inAlarm += Number(other?.inAlarm === true);
        sum.sensors += words.length;
        sum.empty += words.filter((word) => word === null).length;
        if (JSON.stringify(mine) === JSON.stringify(other)) continue;
        sum.differing++;
        if (sum.differing <= 5)
          console.error(new Date(question.at).toISOString(), machine, JSON.stringify(mine), JSON.stringify(other));
      }
    }
    isKept &&= sum.differing === 0 && sum.sensors > sum.empty && near > 0;
    const { moments, machines, inAlarm, sensors, empty, differing } = sum;
    console.log(`| ${tab.name} | ${moments} | ${machines} | ${inAlarm} | ${sensors} | ${empty} | ${differing} |`);
  }
  console.log(`${questions.length} moments, ${near} of them within two minutes of a beginning or an end.`);
  return isKept;
}

export async function run({ short, args: [url, password] }: ProofOptions): Promise<boolean> {
  const server = url === undefined ? await TocsinServer.start({ demo: true }) : null;
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-time-machine-'));
  try {
    const secret = password ?? /password (\S+)/.exec(server?.log() ?? '')?.[1] ?? '';
    const address = server?.url ?? url ?? '';
    const api = await Api.signIn(address, 'engineer@prairie.example', secret);
    await untilThePastIsStored(address);
    return await compare(api, folder, short ? howMany.short : howMany.whole);
  } finally {
    rmSync(folder, { recursive: true });
    await server?.remove();
  }
}
