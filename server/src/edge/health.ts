import type { EdgeHealth } from '@tocsin/contract/edge-exchange';
import type { EdgeQueue } from './disk/edge-queue.ts';
import type { EdgeCatalog } from './edge-catalog.ts';
import type { EdgeClock } from './edge-clock.ts';
import type { EdgeMaps } from './edge-maps.ts';
import type { Outbox } from './forward/outbox.ts';
import type { MissedPolls } from './missed-polls.ts';
import type { EdgeSettings } from './settings.ts';

export interface HealthNeed {
  readonly version: string;
  readonly settings: Pick<EdgeSettings, 'queueBytes' | 'httpPort' | 'mqttPort' | 'notify'>;
  readonly catalog: Pick<EdgeCatalog, 'all'>;
  readonly maps: EdgeMaps;
  readonly clock: EdgeClock;
  readonly queue: EdgeQueue;
  readonly outbox: Outbox;
  readonly missed: MissedPolls;
  readonly startedAt: number;
  readonly sessions: () => readonly unknown[];
}

/** How this edge is, for the portal and for its own page. */
export const createHealth =
  ({ version, settings, catalog, maps, clock, queue, outbox, missed, startedAt, sessions }: HealthNeed) =>
  (): EdgeHealth => ({
    version,
    started_at: startedAt,
    queue_records: queue.records,
    queue_bytes: queue.bytes,
    queue_bound_bytes: settings.queueBytes,
    oldest_at: outbox.oldestAt(),
    is_full: queue.isFull(),
    missed_polls: missed.count,
    refused_records: outbox.refused,
    damaged_records: queue.damaged,
    memory_bytes: process.memoryUsage.rss(),
    clock_offset_ms: clock.offsetMs,
    sessions: sessions().length,
    adapters: {
      http_port: settings.httpPort,
      mqtt_port: settings.mqttPort,
      polled_devices: [...catalog.all()].filter(({ modbusMap }) => modbusMap !== null).length,
    },
    notifies: settings.notify !== null,
    maps: [...maps.all()].map(({ id, name, version: of }) => ({ id, name, version: of })),
  });
