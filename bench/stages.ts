import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the pipeline's thread spends its time on, by the folder of the code. */
export const stages = ['receive', 'evaluate', 'commit', 'publish', 'cross', 'collect garbage', 'else'] as const;
export type Stage = (typeof stages)[number];

const stagePaths: readonly (readonly [RegExp, Stage])[] = [
  [/\/server\/src\/cluster\/|\/node_modules\/(@nats-io|nats)\b|\/platform\/bus\.ts/, 'cross'],
  [
    /\/pipeline\/1-receive\/|\/node_modules\/(fastify|@fastify|find-my-way|aedes|mqtt-packet)\b|^node:(_http|http)/,
    'receive',
  ],
  [/\/pipeline\/(2-track|3-evaluate)\//, 'evaluate'],
  [/\/pipeline\/4-persist\/|\/history\/codec\/|\/node_modules\/(pg|pg-[\w-]+)\//, 'commit'],
  [/\/pipeline\/5-publish\/|\/node_modules\/ws\//, 'publish'],
];

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}
interface Profile {
  readonly nodes: readonly ProfileNode[];
  /** µs of the machine's monotonic clock. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * Milliseconds by stage between two moments (`process.hrtime`, µs) in the profiles that a server wrote of its main
 * thread.
 */
export function stageTimes(folder: string, from: number, to: number): Record<Stage, number> {
  const times = Object.fromEntries(stages.map((stage) => [stage, 0])) as Record<Stage, number>;
  // CPU.<date>.<time>.<process>.<thread>.<n>.cpuprofile
  const files = readdirSync(folder).filter((file) => /^CPU\.\d+\.\d+\.\d+\.0\.\d+\.cpuprofile$/.test(file));
  for (const file of files) addTimes(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile, from, to, times);
  return times;
}

function addTimes(profile: Profile, from: number, to: number, times: Record<Stage, number>): void {
  const stageOf = stagesOf(profile);
  let at = profile.startTime;
  for (const [i, node] of profile.samples.entries()) {
    const delta = profile.timeDeltas[i] ?? 0;
    at += delta;
    const stage = stageOf.get(node);
    if (at >= from && at < to && stage) times[stage] += delta / 1_000;
  }
}

/** A function of Node or of a shared library counts for the stage that called it. */
function stagesOf({ nodes }: Profile): Map<number, Stage | null> {
  const stageById = new Map<number, Stage | null>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (node: ProfileNode, above: Stage): void => {
    const { functionName, url } = node.callFrame;
    const own =
      functionName === '(garbage collector)'
        ? 'collect garbage'
        : (stagePaths.find(([where]) => where.test(url))?.[1] ?? above);
    stageById.set(node.id, functionName === '(idle)' ? null : own);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, own);
    }
  };
  const [root] = nodes;
  if (root) visit(root, 'else');
  return stageById;
}
