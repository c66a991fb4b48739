import { type BatchCall, batchLimits } from '@tocsin/contract/provisioning';
import { mapSome } from '../platform/each.ts';
import { type ApiClient, ApiError, type BatchResult, refusalText } from './api-client.ts';
import { callsOf, lateCallOf, type Names, NotPossible } from './calls.ts';
import { keyOf, kinds, nameOf, openFromTheStart, type Present } from './entity.ts';
import type { Installation } from './load.ts';
import { lineOf, notNamed, type Step } from './plan.ts';

/** What became of a step. */
export interface Outcome {
  readonly step: Step;
  readonly result: 'done' | 'waits' | 'refused' | 'left';
  readonly text: string;
  /** The refused step that made what this one needs. */
  readonly because?: Step | undefined;
}

const idOf = (body: unknown): number | undefined => {
  const id: unknown = body !== null && typeof body === 'object' ? Reflect.get(body, 'id') : undefined;
  return typeof id === 'number' ? id : undefined;
};
const waits = (step: Step, { body }: BatchResult): boolean =>
  step.kind !== 'remove' &&
  step.wanted.kind === 'rules' &&
  body !== null &&
  typeof body === 'object' &&
  (Reflect.get(body, 'proposed') ?? null) !== null;

const inGroups = <T>(items: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, n) => items.slice(n * most, (n + 1) * most));

/** Steps that may run beside each other: one kind at a time, removals at the end from the inside out. */
const stagesOf = (steps: readonly Step[]): Step[][] => {
  const stage = (step: Step): number =>
    step.kind === 'remove' ? 2 * kinds.length - kinds.indexOf(step.present.kind) : kinds.indexOf(step.wanted.kind);
  return [...Map.groupBy(steps, stage)].sort(([a], [b]) => a - b).map(([, of]) => of);
};

/** The key was revoked or has ended on the way: what was done stays, and this step was the first that was refused. */
export class KeyEnded extends Error {
  readonly step: Step;
  constructor(step: Step) {
    super('the key has ended: it was revoked or expired, or is used from another address');
    this.step = step;
  }
}

interface Applying {
  readonly api: ApiClient;
  readonly plant: Installation;
  readonly present: readonly Present[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly allowRemoval: boolean;
  readonly report: (outcome: Outcome) => void;
}

/** What names stand for before anything is made: `ids` grows by what is. */
export const namesOf = (
  steps: readonly Step[],
  { plant, present, env }: Pick<Applying, 'plant' | 'present' | 'env'>,
): { readonly ids: Map<string, number>; readonly names: Names } => {
  const ids = new Map(present.map((one) => [keyOf(one), one.id]));
  for (const user of plant.people) {
    const client = present.find((one) => one.kind === 'client' && one.id === user.client);
    if (client) ids.set(keyOf({ kind: 'person', path: [...client.path, user.email] }), user.id);
  }
  // Types name maps that everybody has, too.
  for (const map of plant.maps)
    if (map.owner === 'shipped') ids.set(keyOf({ kind: 'map', path: ['', map.name] }), map.id);
  const claims = new Map(
    [...present, ...steps.flatMap((step) => (step.kind === 'create' ? [step.wanted] : []))]
      .filter((one) => one.kind === 'type')
      .map((one) => [one.path.join('\u0000'), String(one.fields.claim ?? 'open')]),
  );
  const names: Names = {
    id: (kind, path) => ids.get(keyOf({ kind, path })),
    claimOf: (client, code) =>
      claims.get(`${client}\u0000${code}`) ??
      claims.get(`\u0000${code}`) ??
      (openFromTheStart.has(code) ? 'open' : 'registry'),
    env: (variable) => env[variable],
  };
  return { ids, names };
};

/**
 * Carries a plan out. Steps of a kind run beside each other, the kinds one after the other; a refusal stops nothing but
 * its own step and what needs it. Killed at any time and run again, it goes on with what is left. Throws KeyEnded.
 */
export const applySteps = async (
  steps: readonly Step[],
  { api, plant, present, env, allowRemoval, report }: Applying,
): Promise<Outcome[]> => {
  const { ids, names } = namesOf(steps, { plant, present, env });
  const outcomes: Outcome[] = [];
  /** Steps that were refused, by the key of what is therefore missing. */
  const failed = new Map<string, Step>();
  const end = (step: Step, result: Outcome['result'], text = '', because?: Step): void => {
    if (result !== 'done' && step.kind === 'create') failed.set(keyOf(step.wanted), because ?? step);
    const outcome = { step, result, text, because };
    outcomes.push(outcome);
    report(outcome);
  };

  const send = async (group: readonly { readonly step: Step; readonly call: BatchCall }[]): Promise<void> => {
    const results = await api.batch(group.map(({ call }) => call)).catch((error: unknown) => {
      const [first] = group;
      throw error instanceof ApiError && error.status === 401 && first ? new KeyEnded(first.step) : error;
    });
    const later: { step: Step; call: BatchCall }[] = [];
    let ended: KeyEnded | undefined;
    group.forEach(({ step, call }, n) => {
      const result = results[n];
      if (result?.status === 401) {
        ended ??= new KeyEnded(step);
        return;
      }
      if (!result || result.status >= 400) {
        const isOlder = result?.status === 409 && call.method !== 'DELETE';
        const text = result ? refusalText(result) : 'there was no answer';
        end(step, 'refused', isOlder ? `changed by somebody else meanwhile: plan again. ${text}` : text);
        return;
      }
      const id = step.kind === 'create' ? idOf(result.body) : undefined;
      if (step.kind === 'create' && id !== undefined && call.path !== '') ids.set(keyOf(step.wanted), id);
      const more = id === undefined || call.method === 'PATCH' ? undefined : lateCallOf(step, id, names);
      if (more) later.push({ step, call: more });
      else end(step, waits(step, result) ? 'waits' : 'done');
    });
    if (ended) throw ended;
    if (later.length > 0) await send(later);
  };

  for (const stage of stagesOf(steps)) {
    const ready: { step: Step; call: BatchCall }[] = [];
    for (const step of stage) {
      if (step.kind === 'wait') end(step, 'waits');
      else if (step.kind === 'remove' && !allowRemoval) end(step, 'left', notNamed);
      else
        try {
          for (const call of callsOf(step, names)) ready.push({ step, call });
        } catch (error) {
          if (!(error instanceof NotPossible)) throw error;
          const because = failed.get(error.missing ?? '');
          end(step, because ? 'left' : 'refused', error.message, because);
        }
    }
    await mapSome(inGroups(ready, batchLimits.each), batchLimits.together, send);
  }
  return outcomes;
};

/** What is left because others were refused: one line for each of these. */
export const leftLines = (outcomes: readonly Outcome[], file: string): string[] =>
  [...Map.groupBy(outcomes, ({ because }) => because)].flatMap(([because, of]) => {
    if (!because) return [];
    const names = of.flatMap(({ step }) => (step.kind === 'remove' ? [] : [nameOf(step.wanted)]));
    const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
    return [`left  what needs ${whereOf(because, file)}: ${names.slice(0, 5).join(', ')}${more}`];
  });

/** An outcome as one line; with the line of the file where there is one. */
export const outcomeLine = ({ step, result, text }: Outcome, file: string): string => {
  const line = lineOf(step);
  if (result === 'done') return line;
  if (result === 'waits') return step.kind === 'wait' ? line : `${line}: waits for approval`;
  return `${result === 'left' ? 'left' : 'refused'}  ${whereOf(step, file)}: ${text}`;
};

/** What a step is about, with its line of the file where it has one. */
export const whereOf = (step: Step, file: string): string =>
  step.kind === 'remove' ? nameOf(step.present) : `${file}:${step.wanted.line}: ${nameOf(step.wanted)}`;
