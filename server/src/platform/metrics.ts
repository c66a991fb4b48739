/** One metric of `/metrics`: its values by label set ('' for none). */
export interface Metric {
  readonly name: string;
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly values: readonly (readonly [labels: string, value: number])[];
}

export const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  kind: 'counter',
  values: [['', value]],
});

export const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  kind: 'gauge',
  values: [['', value]],
});

/** One value for each word under one label. */
export const byLabel = (
  { name, kind, help }: Omit<Metric, 'values'>,
  label: string,
  values: Readonly<Record<string, number>>,
): Metric => ({
  name,
  kind,
  help,
  values: Object.entries(values).map(([word, value]) => [`{${label}="${word}"}`, value] as const),
});

/** Formats metrics as Prometheus text, version 0.0.4. */
export const metricsText = (metrics: readonly Metric[]): string =>
  `${metrics
    .map(({ name, kind, help, values }) =>
      [
        `# HELP tocsin_${name} ${help}`,
        `# TYPE tocsin_${name} ${kind}`,
        ...values.map(([labels, value]) => `tocsin_${name}${labels} ${value}`),
      ].join('\n'),
    )
    .join('\n')}\n`;
