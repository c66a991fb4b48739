import type { Action } from './action.ts';

/** One round of the demo: what happens when. The first warning comes after about 85 s, the first alarm after 180 s. */
export interface DemoStep {
  readonly atS: number;
  readonly serialNumber: string;
  readonly action: Action;
}

const demoLoopS = 20 * 60;

const step = (atS: number, serialNumber: string, action: Action): DemoStep => ({ atS, serialNumber, action });
const to = (sensor: string, value: number, overS: number): Action => ({
  do: 'drive',
  sensor,
  curve: { kind: 'linear', from: 'here', to: value, overS },
});
const settleTo = (sensor: string, value: number, tauS: number): Action => ({
  do: 'drive',
  sensor,
  curve: { kind: 'approach', from: 'here', to: value, tauS },
});
const hold = (sensor: string, value: number): Action => ({ do: 'drive', sensor, curve: { kind: 'constant', value } });
const release = (sensor: string): Action => ({ do: 'release', sensor });

const leg1 = 'WD4-48123';
const leg2 = 'WD4-48124';
const pit = 'EN1-20871';
const bins = 'EN2-31440';
const mill = 'F5-00418';
const pellets = 'F5U-00077';
const intake = 'WD4-50611';

const demoLoop: readonly DemoStep[] = [
  // Leg 1: a head bearing runs hot. Above 65 C from 24 s on, above 80 C at 180 s, fault stop at 361 s.
  step(4, leg1, to('4.4000', 66, 21)),
  step(25, leg1, to('4.4000', 84, 200)),
  step(365, leg1, settleTo('4.4000', 38, 120)),
  step(510, leg1, { do: 'reset' }),
  step(535, leg1, { do: 'start' }),
  step(1_100, leg1, release('4.4000')),
  // The feed mill loses a node for three minutes and a belt drifts.
  step(250, mill, { do: 'lose-node', node: '12' }),
  step(430, mill, { do: 'find-node', node: '12' }),
  step(660, mill, hold('46.462', 0)),
  step(750, mill, release('46.462')),
  // Leg 2: the belt touches now and then.
  step(300, leg2, {
    do: 'drive',
    sensor: '3.3001',
    curve: { kind: 'toggle', phases: [{ lowS: 0.6, highS: 0.4, forS: 25 }], after: 1 },
  }),
  step(340, leg2, release('3.3001')),
  // Its motor draws 95 A meanwhile. Ten minutes before Leg 1 it would be the first event of the next round's incident.
  step(310, bins, hold('33.33001', 19.2)),
  step(355, bins, release('33.33001')),
  // The receiving pit has warnings only.
  step(560, pit, to('31.31001', 66, 60)),
  step(780, pit, settleTo('31.31001', 35, 90)),
  step(1_050, pit, release('31.31001')),
  // Pellet line: one bearing over its absolute limit.
  step(750, pellets, to('1.12', 83, 120)),
  step(930, pellets, settleTo('1.12', 40, 90)),
  step(1_120, pellets, release('1.12')),
  // The other client's chute is blocked for a while.
  step(930, intake, hold('5.5000', 1)),
  step(955, intake, release('5.5000')),
];

/** Yields what is due, round after round. */
export class DemoLoop {
  readonly #startMs: number;
  readonly #steps = demoLoop.toSorted((a, b) => a.atS - b.atS);
  #done = 0;

  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  due(nowMs: number): (DemoStep & { readonly atMs: number })[] {
    const due = [];
    for (;;) {
      const next = this.#steps[this.#done % this.#steps.length];
      if (!next) return due;
      const turn = Math.floor(this.#done / this.#steps.length);
      const atMs = this.#startMs + (turn * demoLoopS + next.atS) * 1000;
      if (atMs > nowMs) return due;
      due.push({ ...next, atMs });
      this.#done++;
    }
  }
}
