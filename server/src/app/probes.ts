import type { MetricValues } from '../features/health/index.ts';
import type { Config } from '../platform/config.ts';
import type { Probes } from '../platform/http/probes.ts';
import { metricsByName, metricsText } from '../platform/metrics.ts';
import { createMetrics, lagMs, type MetricSources } from './metrics.ts';

/** Older uncommitted frames mean that data is not being stored. */
const notRecordedMs = 10_000;
/** Cached, so that several scrapers cause one database query; `/readyz` is public. */
const storedForMs = 5_000;
const upForMs = 500;

export type ProbeDependencies = MetricSources & {
  readonly config: Pick<Config, 'proxies' | 'metricsToken'>;
  readonly isUp: () => Promise<boolean>;
  /** Whether other processes are reachable; null: there are none. */
  readonly isBusUp: (() => boolean) | null;
  /** A database that does not answer within this time counts as unavailable; default 3 s. */
  readonly answerWithinMs?: number;
};

/** `/readyz` and `/metrics`; `readMetrics` returns the same metrics for the health page. */
export function probesOf(
  dependencies: ProbeDependencies,
): Probes & { readonly readMetrics: () => Promise<MetricValues> } {
  const { config } = dependencies;
  const { answerWithinMs = 3_000 } = dependencies;
  const stored = within(dependencies.stored, answerWithinMs);
  const sources: MetricSources = { ...dependencies, stored: remembered(stored, dependencies.now, storedForMs) };
  const isUpWithin = within(dependencies.isUp, answerWithinMs);
  const isUp = remembered(() => isUpWithin().catch(() => false), dependencies.now, upForMs);
  const metrics = createMetrics(sources);
  return {
    readMetrics: () => metricsByName(metrics),
    async readiness() {
      const broker = dependencies.adapters.brokerState;
      const states = {
        database: (await isUp()) ? 'ok' : 'away',
        ...(dependencies.isBusUp && { bus: dependencies.isBusUp() ? 'ok' : 'away' }),
        ...(broker && { broker }),
        recording: lagMs(dependencies) > notRecordedMs ? 'not being recorded' : 'ok',
      };
      return { ready: Object.values(states).every((state) => state === 'ok'), parts: states };
    },
    metrics: () => metricsText(metrics),
    isBehindProxy: config.proxies > 0,
    ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
  };
}

/** One query at a time; each caller waits at most this long, so that a hung database is reported. */
function within<T>(read: () => Promise<T>, limitMs: number): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= read().finally(() => {
      asking = null;
    });
    const answer = asking;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
}

function remembered<T>(read: () => Promise<T>, now: () => number, forMs: number): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (last === null || now() - last.at > forMs) last = { at: now(), answer: read() };
    return last.answer;
  };
}
