type SparkplugKind = 'NBIRTH' | 'NDATA' | 'NDEATH' | 'DBIRTH' | 'DDATA' | 'DDEATH';

/** `spBv1.0/{group}/{kind}/{edge}` or, for a device behind the edge node, `.../{edge}/{device}`. */
export interface SparkplugTopic {
  readonly group: string;
  readonly kind: SparkplugKind;
  readonly edge: string;
  readonly device: string | null;
}

const nodeKinds: ReadonlySet<string> = new Set<SparkplugKind>(['NBIRTH', 'NDATA', 'NDEATH']);
const deviceKinds: ReadonlySet<string> = new Set<SparkplugKind>(['DBIRTH', 'DDATA', 'DDEATH']);
const isNodeKind = (kind: string): kind is SparkplugKind => nodeKinds.has(kind);
const isDeviceKind = (kind: string): kind is SparkplugKind => deviceKinds.has(kind);
/** Longer ids belong to no device and would only take memory. */
const longest = 128;

/** Whether a topic belongs to Sparkplug B. */
export const isSparkplug = (topic: string): boolean => topic.startsWith('spBv1.0/');

/** Parses a topic; null when it is not one on which an edge node publishes data. */
export function parseSparkplugTopic(topic: string): SparkplugTopic | null {
  const [root, group, kind, edge, device, ...rest] = topic.split('/');
  if (root !== 'spBv1.0' || !group || !kind || !edge || rest.length > 0 || topic.length > 4 * longest) return null;
  // Without a group: hosts publish their state here, and everybody may subscribe.
  if (group === 'STATE') return null;
  if ([group, edge, device ?? ''].some((part) => part.length > longest)) return null;
  if (isNodeKind(kind)) return device === undefined ? { group, kind, edge, device: null } : null;
  return isDeviceKind(kind) && device ? { group, kind, edge, device } : null;
}

/** A topic as it was sent. */
export const topicText = ({ group, kind, edge, device }: SparkplugTopic): string =>
  `spBv1.0/${group}/${kind}/${edge}${device === null ? '' : `/${device}`}`;

/** The topic where an edge node receives commands. */
export const commandTopic = (group: string, edge: string): string => `spBv1.0/${group}/NCMD/${edge}`;

/** Settings of the host application. */
export interface SparkplugSettings {
  /** Unique among the hosts of a broker. */
  readonly hostId: string;
  /** How long a missing message is waited for before a rebirth is requested, milliseconds. */
  readonly reorderMs: number;
}

/** The topic where edge nodes receive the state of a host application. */
export const stateTopicOf = (hostId: string): string => `spBv1.0/STATE/${hostId}`;
/**
 * The payload of the STATE topic (Sparkplug 3.0). `timestamp` is unix milliseconds, the same in the will and the birth
 * of one session.
 */
export const stateText = (online: boolean, timestamp: number): string => JSON.stringify({ online, timestamp });

/**
 * Whether an edge node may subscribe: to the host's state and its own commands, without wildcards that match others.
 */
export function mayListen(filter: string): { readonly edge: string } | 'state' | null {
  const [root, group, kind, edge, rest, ...more] = filter.split('/');
  if (root === 'STATE' || (root === 'spBv1.0' && group === 'STATE')) return 'state';
  if (root !== 'spBv1.0' || !group || !edge || more.length > 0) return null;
  if (kind !== 'NCMD' && kind !== 'DCMD') return null;
  if (/[+#]/.test(group + edge) || (rest !== undefined && rest !== '#' && /[+#]/.test(rest) && rest !== '+'))
    return null;
  return { edge };
}
