import { AlarmLifeModel } from './alarm-life-model.ts';

/** A step of a random sequence. Times are multiples of ten seconds, so that no shelf ends at the moment of a step. */
export type LifeStep =
  | { readonly kind: 'on' | 'off' | 'acknowledge' | 'end' | 'suspend' | 'resume' | 'restart' | 'take-over' | 'late' }
  | { readonly kind: 'shelve'; readonly forMs: number }
  | { readonly kind: 'pass'; readonly ms: number };

/** What a system under test holds in the end, in the model's terms. */
export interface LifeOutcome {
  readonly lives: AlarmLifeModel['lives'];
  readonly late: AlarmLifeModel['late'];
}

/** A system under test: it takes the steps and tells what it holds. */
export interface LifeRig {
  now(): number;
  take(step: LifeStep): Promise<void>;
  outcome(): Promise<LifeOutcome>;
}

/** A small generator of reproducible random numbers between 0 and 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kinds = [
  'on',
  'on',
  'off',
  'acknowledge',
  'shelve',
  'shelve',
  'pass',
  'pass',
  'end',
  'suspend',
  'resume',
  'restart',
  'take-over',
  'late',
] as const;

/** The steps of a seed. */
export function stepsOf(seed: number, length = 14): LifeStep[] {
  const random = randomOf(seed);
  const pick = (most: number): number => Math.floor(random() * most);
  return Array.from({ length }, (): LifeStep => {
    const kind = kinds[pick(kinds.length)] ?? 'on';
    if (kind === 'shelve') return { kind, forMs: 5_000 + 10_000 * (1 + pick(12)) };
    if (kind === 'pass') return { kind, ms: 10_000 * (1 + pick(9)) };
    return { kind };
  });
}

/** What the model says after these steps, which the rig takes at the same times. */
export async function play(rig: LifeRig, steps: readonly LifeStep[]): Promise<LifeOutcome> {
  const model = new AlarmLifeModel();
  let isSuspended = false;
  for (const step of steps) {
    await rig.take(step);
    const now = rig.now();
    model.pass(now);
    switch (step.kind) {
      case 'on':
        model.on(now);
        break;
      case 'off':
        model.off();
        break;
      case 'acknowledge':
        model.acknowledge();
        break;
      case 'shelve':
        model.shelve(now, now + step.forMs);
        break;
      case 'end':
        model.endShelf(now);
        break;
      case 'suspend':
        isSuspended = true;
        break;
      case 'resume':
        if (isSuspended) model.resume();
        isSuspended = false;
        break;
      case 'late':
        model.lateAlarm(now - lateByMs);
        break;
      case 'pass':
      case 'restart':
      case 'take-over':
        break;
      default:
        step satisfies never;
    }
  }
  return { lives: model.lives, late: model.late };
}

/** Each step begins after this time. */
export const stepMs = 10_000;
/** A late frame is this much older than the frame before it. */
export const lateByMs = 4_000;
