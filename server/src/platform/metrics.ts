import { Counter, Gauge, Registry } from 'prom-client';

const prefix = 'tocsin_';

/** Numbers by the words of a label. */
type Counted = Readonly<Record<string, number | undefined>>;

/** A group of metrics, whatever its source is. */
export type MetricGroups = readonly Pick<MetricGroup<unknown>, 'registry' | 'load'>[];

/**
 * Metrics of one source. The pipeline and adapters count in plain fields; a scrape reads the source once and takes every
 * value from that. A group whose source has no data (`read` answers null) is left out of the scrape.
 */
export class MetricGroup<T> {
  readonly registry = new Registry();
  readonly #read: () => Promise<T | null> | T | null;
  #data: T | null = null;

  constructor(read: () => Promise<T | null> | T | null) {
    this.#read = read;
  }

  /** Reads the source; false when it has no data now. */
  async load(): Promise<boolean> {
    const data = await this.#read();
    if (data !== null) this.#data = data;
    return data !== null;
  }

  /** Adds a value that rises and falls. */
  gauge(name: string, help: string, value: (data: T) => number): this {
    const metric: Gauge = new Gauge({
      name: `${prefix}${name}`,
      help,
      registers: [this.registry],
      collect: () => metric.set(this.#current(value)),
    });
    return this;
  }

  /** Adds the fields of the source that are metrics of the same name, each with its help. */
  gauges<Name extends keyof T & string>(helps: { readonly [N in Name]: T[N] extends number ? string : never }): this {
    for (const name in helps) this.gauge(name, helps[name], (data) => Number(data[name]));
    return this;
  }

  /** Adds a value for each word of one label; a word that is missing is left out. */
  gaugeBy(label: string, name: string, help: string, valuesOf: (data: T) => Counted): this {
    const metric: Gauge = new Gauge({
      ...this.#labelled(label, name, help),
      collect: () => this.#collect(metric, valuesOf, (word, value) => metric.set({ [label]: word }, value)),
    });
    return this;
  }

  /** Adds a count that only rises until the process ends. */
  counter(name: string, help: string, value: (data: T) => number): this {
    const metric: Counter = new Counter({
      name: `${prefix}${name}`,
      help,
      registers: [this.registry],
      collect: () => {
        metric.reset();
        metric.inc(this.#current(value));
      },
    });
    return this;
  }

  /** Adds a count for each word of one label; undefined leaves a word out. */
  counterBy(label: string, name: string, help: string, countsOf: (data: T) => Counted): this {
    const metric: Counter = new Counter({
      ...this.#labelled(label, name, help),
      collect: () => this.#collect(metric, countsOf, (word, count) => metric.inc({ [label]: word }, count)),
    });
    return this;
  }

  #labelled(label: string, name: string, help: string) {
    return { name: `${prefix}${name}`, help, labelNames: [label], registers: [this.registry] };
  }

  #collect(metric: Gauge | Counter, valuesOf: (data: T) => Counted, put: (word: string, value: number) => void): void {
    metric.reset();
    if (this.#data === null) return;
    for (const [word, value] of Object.entries(valuesOf(this.#data))) if (value !== undefined) put(word, value);
  }

  #current(value: (data: T) => number): number {
    return this.#data === null ? 0 : value(this.#data);
  }
}

/** Reads all sources; resolves one registry of the groups that have data, in their order. */
async function loadMetrics(groups: MetricGroups): Promise<Registry> {
  const hasData = await Promise.all(groups.map((group) => group.load()));
  return Registry.merge(groups.filter((_group, index) => hasData[index]).map(({ registry }) => registry));
}

/** Metrics as Prometheus text, version 0.0.4. */
export async function metricsText(groups: MetricGroups): Promise<string> {
  const registry = await loadMetrics(groups);
  // prom-client separates metrics by an empty line.
  return (await registry.metrics()).replaceAll('\n\n', '\n');
}

/** Metrics as the health page reads them: `name{label="word"}`, without the prefix, to value. */
export async function metricsByName(groups: MetricGroups): Promise<ReadonlyMap<string, number>> {
  const registry = await loadMetrics(groups);
  const byName = new Map<string, number>();
  for (const { name, values } of await registry.getMetricsAsJSON())
    for (const { labels, value } of values) byName.set(`${name.slice(prefix.length)}${labelsText(labels)}`, value);
  return byName;
}

function labelsText(labels: Partial<Record<string, string | number>>): string {
  const words = Object.entries(labels).map(([label, word]) => `${label}="${word}"`);
  return words.length === 0 ? '' : `{${words.join(',')}}`;
}
