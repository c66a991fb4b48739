import type { SparkplugMetric } from './sparkplug-payload.ts';

/**
 * The metrics of a message with each template instance replaced by its members, named `instance/member`; those of nested
 * instances likewise. Definitions say how instances are built and have no values: they are left out. `nameOf` names an
 * instance that is sent by its alias alone.
 */
export function flattened(
  metrics: readonly SparkplugMetric[],
  nameOf: (alias: bigint) => string | undefined = () => undefined,
): readonly SparkplugMetric[] {
  if (!metrics.some(({ template }) => template)) return metrics;
  const flat: SparkplugMetric[] = [];
  for (const metric of metrics) {
    const { template } = metric;
    const name = metric.name ?? (metric.alias === null ? undefined : nameOf(metric.alias));
    if (!template) flat.push(metric);
    else if (!template.isDefinition && name && template.metrics.length > 0) addMembers(metric, name, flat);
    // Without a name or members there is nothing to read: the instance itself is counted.
    else if (!template.isDefinition) flat.push(metric);
  }
  return flat;
}

function addMembers({ template, timestamp, historical }: SparkplugMetric, name: string, flat: SparkplugMetric[]): void {
  for (const member of template?.metrics ?? []) {
    const whole = {
      ...member,
      name: member.name ? `${name}/${member.name}` : null,
      // Aliases are the instance's.
      alias: null,
      timestamp: member.timestamp ?? timestamp,
      historical: member.historical || historical,
    };
    if (member.template && whole.name) addMembers(whole, whole.name, flat);
    else flat.push(whole);
  }
}

/** Names of the template instances of a birth, by their aliases; one that two share names none. */
export function instanceAliases(metrics: readonly SparkplugMetric[]): ReadonlyMap<bigint, string> {
  const names = new Map<bigint, string>();
  const seen = new Set<bigint>();
  for (const { name, alias, template } of metrics) {
    if (alias === null) continue;
    if (seen.has(alias)) names.delete(alias);
    else if (name && template && !template.isDefinition) names.set(alias, name);
    seen.add(alias);
  }
  return names;
}
