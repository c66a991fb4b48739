import type { Config } from '../base/config.ts';
import type { Probes } from '../base/http/probes.ts';
import { type FigureSources, figuresOf, lagMs } from './figures.ts';
import { type Metric, metricsText } from './metric.ts';

/** Older than this and what comes in is not being recorded (design.md). */
const notRecordedMs = 10_000;
/** Several who scrape ask the database once, and `/readyz` is open to everybody. */
const storedForMs = 5_000;
const upForMs = 500;

export type ProbeParts = FigureSources & {
  readonly config: Pick<Config, 'proxies' | 'metricsToken'>;
  readonly isUp: () => Promise<boolean>;
  /** Whether other processes can be reached; null: there are none. */
  readonly isBusUp: (() => boolean) | null;
};

/** `/readyz` and `/metrics`; `figures` are the same for the health page. */
export function probesOf(parts: ProbeParts): Probes & { readonly figures: () => Promise<readonly Metric[]> } {
  const { config } = parts;
  const sources: FigureSources = { ...parts, stored: remembered(parts.stored, parts.now, storedForMs) };
  const isUp = remembered(parts.isUp, parts.now, upForMs);
  const figures = () => figuresOf(sources);
  return {
    figures,
    async readiness() {
      const states = {
        database: (await isUp()) ? 'ok' : 'away',
        ...(parts.isBusUp && { bus: parts.isBusUp() ? 'ok' : 'away' }),
        recording: lagMs(parts) > notRecordedMs ? 'not being recorded' : 'ok',
      };
      return { ready: Object.values(states).every((state) => state === 'ok'), parts: states };
    },
    metrics: async () => metricsText(await figures()),
    isBehindProxy: config.proxies > 0,
    ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
  };
}

function remembered<T>(read: () => Promise<T>, now: () => number, forMs: number): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (last === null || now() - last.at > forMs) last = { at: now(), answer: read() };
    return last.answer;
  };
}
