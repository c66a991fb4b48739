import type { Edge } from '@tocsin/contract/edges';
import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/edges';

export const severityOf: Readonly<Record<Edge['state'], Severity>> = {
  waiting: 'disabled',
  online: 'ok',
  behind: 'stale',
  full: 'warning',
  silent: 'offline',
};

type Health = NonNullable<Edge['health']>;

/** One text for each adapter through which devices connect to the edge. */
export const adapterTexts = ({ adapters, sessions }: Pick<Health, 'adapters' | 'sessions'>): readonly string[] => {
  const t = texts.adapterTexts;
  return [
    t.http(adapters.http_port),
    adapters.mqtt_port === null ? t.noMqtt : t.mqtt(adapters.mqtt_port, sessions),
    adapters.polled_devices === 0 ? t.noModbus : t.modbus(adapters.polled_devices),
  ];
};

/** '512 KB', '3.4 MB', '1 GB': multiples of 1024, like EDGE_QUEUE_MB. */
export const sizeText = (bytes: number): string => {
  const units = ['KB', 'MB', 'GB'] as const;
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 && value % 1 !== 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
};

/** Seconds with a sign and the significant decimals: '+0.02', '-3', '0'. */
export const offsetText = (ms: number): string => {
  const seconds = ms / 1_000;
  const size = Math.abs(seconds);
  const text = size < 0.005 ? '0' : size < 10 ? size.toFixed(2) : size.toFixed(0);
  if (text === '0') return text;
  return `${seconds < 0 ? '-' : '+'}${text}`;
};

/** How much of the queue is in use, from 0 to 1. */
export const queueShare = ({ queue_bytes, queue_bound_bytes }: Health): number =>
  queue_bound_bytes === 0 ? 0 : Math.min(1, queue_bytes / queue_bound_bytes);

/** An outage or missed polls. */
export interface EdgeEvent {
  readonly key: string;
  readonly at: number;
  readonly outage: Edge['outages'][number] | null;
  readonly gap: Edge['gaps'][number] | null;
}

/** Outages and missed polls, newest first. */
export const eventsOf = ({ gaps, outages }: Pick<Edge, 'gaps' | 'outages'>): readonly EdgeEvent[] =>
  [
    ...gaps.map(
      (gap): EdgeEvent => ({ key: `gap ${gap.device.id} ${gap.from}`, at: Date.parse(gap.to), outage: null, gap }),
    ),
    ...outages.map(
      (outage): EdgeEvent => ({ key: `outage ${outage.from}`, at: Date.parse(outage.to), outage, gap: null }),
    ),
  ].sort((a, b) => b.at - a.at);

/** The shell command that starts an edge and claims it with a code. */
export const commandOf = (portal: string, code: string): string =>
  `EDGE_PORTAL=${portal} EDGE_CODE=${code} npm run edge`;
