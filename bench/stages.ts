import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the line's thread spends its time on, by where the code stands. */
export const stages = ['receive', 'judge', 'commit', 'tell', 'cross', 'collect garbage', 'else'] as const;
export type Stage = (typeof stages)[number];

const places: readonly (readonly [RegExp, Stage])[] = [
  [/\/server\/src\/processes\/|\/node_modules\/(@nats-io|nats)\b|\/base\/bus\.ts/, 'cross'],
  [
    /\/flow\/1-receive\/|\/node_modules\/(fastify|@fastify|find-my-way|aedes|mqtt-packet)\b|^node:(_http|http)/,
    'receive',
  ],
  [/\/flow\/(2-remember|3-judge)\//, 'judge'],
  [/\/flow\/(4-keep|codec)\/|\/node_modules\/(pg|pg-[\w-]+)\//, 'commit'],
  [/\/flow\/5-tell\/|\/node_modules\/ws\//, 'tell'],
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

/** ms by stage between two moments (`process.hrtime`, µs) in the profiles that a server left of its main thread. */
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

/** A function of Node or of a library that anybody uses belongs to who called it. */
function stagesOf({ nodes }: Profile): Map<number, Stage | null> {
  const found = new Map<number, Stage | null>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (node: ProfileNode, above: Stage): void => {
    const { functionName, url } = node.callFrame;
    const own =
      functionName === '(garbage collector)'
        ? 'collect garbage'
        : (places.find(([where]) => where.test(url))?.[1] ?? above);
    found.set(node.id, functionName === '(idle)' ? null : own);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child) visit(child, own);
    }
  };
  const [root] = nodes;
  if (root) visit(root, 'else');
  return found;
}
