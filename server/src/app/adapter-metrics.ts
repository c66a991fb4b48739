import type { FastifyInstance } from 'fastify';
import type { ModbusAdapter } from '../pipeline/1-receive/modbus/modbus-adapter.ts';
import type { ExternalMqttAdapter } from '../pipeline/1-receive/mqtt/external-mqtt-adapter.ts';
import { MqttAdapter } from '../pipeline/1-receive/mqtt/mqtt-adapter.ts';
import type { UnknownNodes } from '../pipeline/1-receive/sparkplug/unknown-nodes.ts';
import type { Catalog } from '../pipeline/catalog.ts';
import { byLabel, counter, gauge, type Metric } from '../platform/metrics.ts';

/** Collects the counters of the open adapters; an adapter that this process does not run has no metrics. */
export class AdapterMetrics {
  mqtt: MqttAdapter | ExternalMqttAdapter | null = null;
  modbus: { readonly adapter: ModbusAdapter; readonly catalog: Catalog } | null = null;
  unknown: UnknownNodes | null = null;
  /** Requests of people and programs that were answered with 503. */
  #unavailable = 0;
  #http: { accepted: number; refused: number; busy: number } | null = null;

  /** Counts HTTP ingestion: 503 and 429 as retry requests, other 4xx as refused. */
  watchHttp(http: FastifyInstance): void {
    const counts = { accepted: 0, refused: 0, busy: 0 };
    this.#http = counts;
    http.addHook('onResponse', async (request, reply) => {
      if (!request.url.startsWith('/api/v1/ingest/')) {
        if (reply.statusCode === 503 && request.url.startsWith('/api/')) this.#unavailable++;
        return;
      }
      if (reply.statusCode < 400) counts.accepted++;
      else if (reply.statusCode === 503 || reply.statusCode === 429) counts.busy++;
      else counts.refused++;
    });
  }

  metrics(): Metric[] {
    const mqtt = this.#mqttCounts();
    const modbus = this.#modbusCounts();
    const http = this.#http;
    return [
      byLabel(
        { name: 'door_messages_total', kind: 'counter', help: 'Messages, posts and polls that reached a door.' },
        'door',
        {
          ...(mqtt ? { mqtt: mqtt.messages } : {}),
          ...(http ? { http: http.accepted + http.refused + http.busy } : {}),
          ...(modbus ? { modbus: modbus.polls } : {}),
        },
      ),
      byLabel(
        { name: 'door_refused_total', kind: 'counter', help: 'What a door itself refused, or got no answer to.' },
        'door',
        {
          ...(mqtt ? { mqtt: mqtt.refused } : {}),
          ...(http ? { http: http.refused } : {}),
          ...(modbus ? { modbus: modbus.timeouts + modbus.exceptions } : {}),
        },
      ),
      counter('http_busy_total', 'Posts that were asked to come again (429, 503).', http?.busy ?? 0),
      counter('requests_unavailable_total', 'API requests answered 503: too much at once.', this.#unavailable),
      ...(mqtt ? mqttMetrics(mqtt) : []),
      ...(modbus ? modbusMetrics(modbus) : []),
      ...this.#sparkplugMetrics(),
    ];
  }

  #mqttCounts(): MqttCounts | null {
    const { mqtt } = this;
    if (!mqtt) return null;
    const { messages, oversized } = mqtt.metrics;
    if (mqtt instanceof MqttAdapter) {
      const { foreignTopics, refusedConnects, sessions, pendingBytes } = mqtt.metrics;
      return { messages, refused: oversized + foreignTopics + refusedConnects, open: true, sessions, pendingBytes };
    }
    const { connected, strange } = mqtt.metrics;
    return { messages, refused: oversized + strange, open: connected, sessions: null, pendingBytes: null };
  }

  #sparkplugMetrics(): Metric[] {
    if (!this.mqtt) return [];
    const { births, gaps, rebirthRequests, staleDeaths, refusedMetrics, refusedNodes } = this.mqtt.sparkplug.metrics;
    return [
      counter('sparkplug_births_total', 'Births of edge nodes and their devices.', births),
      counter('sparkplug_gaps_total', 'Gaps in the sequence of an edge node.', gaps),
      counter('sparkplug_rebirth_requests_total', 'Rebirths that were asked for.', rebirthRequests),
      counter('sparkplug_stale_deaths_total', 'Deaths of a session that was over.', staleDeaths),
      counter('sparkplug_refused_total', 'Metrics and payloads that could not be read.', refusedMetrics + refusedNodes),
      gauge('sparkplug_unknown_nodes', 'Edge nodes that send and are nobody’s.', this.unknown?.list().length ?? 0),
    ];
  }

  #modbusCounts() {
    if (!this.modbus) return null;
    const { adapter, catalog } = this.modbus;
    const sum = { devices: 0, silent: 0, polls: 0, requests: 0, timeouts: 0, exceptions: 0 };
    for (const device of catalog.all()) {
      const polling = adapter.polling(device.id);
      if (!polling) continue;
      const { counts } = polling;
      sum.devices++;
      if (counts.state === 'backing-off' || counts.state === 'refused') sum.silent++;
      sum.polls += counts.polls;
      sum.requests += counts.requests;
      sum.timeouts += counts.timeouts;
      sum.exceptions += counts.exceptions;
    }
    return sum;
  }
}

interface MqttCounts {
  readonly messages: number;
  readonly refused: number;
  readonly open: boolean;
  /** null: an external broker. */
  readonly sessions: number | null;
  readonly pendingBytes: number | null;
}

const mqttMetrics = (mqtt: MqttCounts): Metric[] => [
  gauge('mqtt_open', 'Whether the embedded broker listens, or the external one is connected.', mqtt.open ? 1 : 0),
  ...(mqtt.sessions === null ? [] : [gauge('mqtt_sessions', 'Clients of the embedded broker.', mqtt.sessions)]),
  ...(mqtt.pendingBytes === null
    ? []
    : [gauge('mqtt_pending_bytes', 'Bytes that clients wait to have acknowledged.', mqtt.pendingBytes)]),
];

const modbusMetrics = (sum: {
  devices: number;
  silent: number;
  requests: number;
  timeouts: number;
  exceptions: number;
}) => [
  gauge('modbus_devices', 'Devices that are polled.', sum.devices),
  gauge('modbus_silent', 'Polled devices that do not answer.', sum.silent),
  counter('modbus_requests_total', 'Requests for registers.', sum.requests),
  counter('modbus_timeouts_total', 'Requests that were not answered in time.', sum.timeouts),
  counter('modbus_exceptions_total', 'Requests that were answered by an exception.', sum.exceptions),
];
