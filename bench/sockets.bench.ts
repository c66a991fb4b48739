import { setTimeout as pause } from 'node:timers/promises';
import { Api } from '@tocsin/e2e/api';
import { residentMegabytes } from '@tocsin/e2e/memory';
import { makePerson } from '@tocsin/e2e/plant';
import type { Bench, Row } from './bench.ts';
import { type Child, startChild } from './child.ts';
import { Lags } from './lags.ts';
import type { Page, PageFigures, PageQuestions } from './pages.ts';
import { makeRig, type Rig, takenBy } from './rig.ts';
import type { SenderQuestions, Sending } from './senders.ts';

const deviceCount = 250;
const socketCount = 5_000;
/** The server's limit per person. */
const perPerson = 100;
const programs = 2;
const everyMs = 2_000;
const warmMs = 5_000;
const measuredMs = 30_000;
/** An address may send 6,000 requests per minute; all these browsers have one. */
const openPerS = 60;

/** 5,000 dashboards on one process, each with a device of 100 sensors that sends every 2 s. */
export const bench: Bench = {
  name: 'sockets',
  async run() {
    const rig = await makeRig(deviceCount);
    const pages = Array.from({ length: programs }, () => startChild<PageQuestions>('./pages.ts'));
    try {
      const before = residentMegabytes(rig.server.pid);
      await openAll(rig, pages);
      await pause(warmMs);
      const perSocketKb = ((residentMegabytes(rig.server.pid) - before) * 1024) / socketCount;
      const spread = await measure(rig, pages, false);
      const together = await measure(rig, pages, true);
      return [
        { what: 'memory of an open socket, nothing sent yet', value: `${perSocketKb.toFixed(1)} kB`, aim: '' },
        ...rowsOf('devices at their own moments', spread, true),
        ...rowsOf('all devices at the same moment', together, false),
      ];
    } finally {
      for (const program of pages) program.stop();
      await rig.remove();
    }
  },
};

/** As many people as needed, each with an account and session of their own. */
async function openAll(rig: Rig, programs: readonly Child<PageQuestions>[]): Promise<void> {
  const tokens: string[] = [];
  for (let i = 0; i < socketCount / perPerson; i++) {
    const { email, password } = await makePerson(rig.api, rig.plant, 'User');
    tokens.push((await Api.signIn(rig.server.url, email, password)).token);
  }
  const all: Page[] = Array.from({ length: socketCount }, (_, i) => ({
    url: rig.server.url,
    device: rig.devices[i % deviceCount]?.address ?? '',
    token: tokens[Math.floor(i / perPerson)] ?? '',
  }));
  for (let i = 0; i < all.length; i += openPerS) {
    const next = pause(1_000);
    await programs[(i / openPerS) % programs.length]?.ask('open', all.slice(i, i + openPerS));
    await next;
  }
}

interface Measured {
  readonly documents: number;
  readonly bytes: number;
  readonly closed: number;
  readonly sinceWritten: Lags;
  readonly sinceMade: Lags;
  readonly lineCpu: number;
  readonly allCpu: number;
  readonly residentMb: number;
}

async function measure(rig: Rig, pages: readonly Child<PageQuestions>[], together: boolean): Promise<Measured> {
  const { server } = rig;
  const senders = startChild<SenderQuestions>('./senders.ts');
  const sending: Sending = {
    httpPort: server.port,
    mqttPort: server.mqttPort,
    byMqtt: rig.devices,
    byHttp: [],
    everyMs,
    framesPerPost: 1,
    together,
  };
  try {
    await senders.ask('begin', sending);
    await pause(warmMs);
    await takeAll(pages);
    const before = await takenBy(server);
    await pause(measuredMs);
    const figures = await takeAll(pages);
    const after = await takenBy(server);
    const sinceWritten = new Lags();
    const sinceMade = new Lags();
    for (const one of figures) {
      sinceWritten.addAll(one.sinceWritten);
      sinceMade.addAll(one.sinceMade);
    }
    const sum = (of: (one: PageFigures) => number) => figures.reduce((all, one) => all + of(one), 0);
    return {
      sinceWritten,
      sinceMade,
      residentMb: residentMegabytes(server.pid),
      documents: sum((one) => one.documents),
      bytes: sum((one) => one.bytes),
      closed: sum((one) => one.closed),
      lineCpu: (after.line - before.line) / (measuredMs / 1_000),
      allCpu: (after.all - before.all) / (measuredMs / 1_000),
    };
  } finally {
    senders.stop();
  }
}

const takeAll = (pages: readonly Child<PageQuestions>[]): Promise<PageFigures[]> =>
  Promise.all(pages.map((program) => program.ask('take', null)));

function rowsOf(how: string, measured: Measured, decides: boolean): Row[] {
  const { sinceWritten, sinceMade, documents, bytes, closed, lineCpu, allCpu, residentMb } = measured;
  const p99 = sinceWritten.quantile(0.99);
  const aim = decides ? { aim: 'below 250 ms', met: p99 < 250 } : { aim: '' };
  const expected = ((socketCount * measuredMs) / everyMs / (measuredMs / 1_000)).toFixed(0);
  const seconds = measuredMs / 1_000;
  return [
    { what: `${how}: written to drained, p50`, value: `${sinceWritten.quantile(0.5)} ms`, aim: '' },
    { what: `${how}: written to drained, p99`, value: `${p99} ms`, ...aim },
    { what: `${how}: frame made to drained, p99`, value: `${sinceMade.quantile(0.99)} ms`, aim: '' },
    {
      what: `${how}: documents a second`,
      value: `${(documents / seconds).toFixed(0)}, ${(bytes / seconds / 1e6).toFixed(1)} MB/s`,
      aim: expected,
    },
    { what: `${how}: sockets closed by the server`, value: `${closed}`, aim: '0' },
    {
      what: `${how}: the line's thread, all threads, memory`,
      value: `${(100 * lineCpu).toFixed(0)} %, ${(100 * allCpu).toFixed(0)} % of a core, ${residentMb.toFixed(0)} MB`,
      aim: '',
    },
  ];
}
