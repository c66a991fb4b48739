import type { FastifyInstance } from 'fastify';
import type { ModbusAdapter } from '../pipeline/1-receive/modbus/modbus-adapter.ts';
import { type BrokerState, ExternalMqttAdapter } from '../pipeline/1-receive/mqtt/external-mqtt-adapter.ts';
import { MqttAdapter } from '../pipeline/1-receive/mqtt/mqtt-adapter.ts';
import type { UnknownNodes } from '../pipeline/1-receive/sparkplug/unknown-nodes.ts';
import type { Catalog } from '../pipeline/catalog.ts';
import { MetricGroup, type MetricGroups } from '../platform/metrics.ts';

/** Collects the counters of the open adapters; an adapter that this process does not run has no metrics. */
export class AdapterMetrics {
  mqtt: MqttAdapter | ExternalMqttAdapter | null = null;
  modbus: { readonly adapter: ModbusAdapter; readonly catalog: Catalog } | null = null;
  unknown: UnknownNodes | null = null;
  readonly groups: MetricGroups;
  /** Requests of people and programs that were answered with 503. */
  #unavailable = 0;
  #http: { accepted: number; refused: number; busy: number } | null = null;

  constructor() {
    this.groups = [
      this.#messageMetrics(),
      this.#mqttMetrics(),
      this.#brokerMetrics(),
      this.#hostMetrics(),
      this.#modbusMetrics(),
      this.#sparkplugMetrics(),
    ];
  }

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

  #messageMetrics() {
    const read = () => ({ mqtt: this.#mqttCounts(), modbus: this.#modbusCounts(), http: this.#http });
    return new MetricGroup(read)
      .counterBy('door', 'door_messages_total', 'Messages, posts and polls that reached a door.', (counts) => ({
        mqtt: counts.mqtt?.messages,
        http: counts.http ? counts.http.accepted + counts.http.refused + counts.http.busy : undefined,
        modbus: counts.modbus?.polls,
      }))
      .counterBy('door', 'door_refused_total', 'What a door itself refused, or got no answer to.', (counts) => ({
        mqtt: counts.mqtt?.refused,
        http: counts.http?.refused,
        modbus: counts.modbus ? counts.modbus.timeouts + counts.modbus.exceptions : undefined,
      }))
      .counter('http_busy_total', 'Posts that were asked to come again (429, 503).', ({ http }) => http?.busy ?? 0)
      .counter('requests_unavailable_total', 'API requests answered 503: too much at once.', () => this.#unavailable);
  }

  #mqttCounts(): MqttCounts | null {
    const { mqtt } = this;
    if (!mqtt) return null;
    const { messages, oversized } = mqtt.metrics;
    if (mqtt instanceof MqttAdapter) {
      const { foreignTopics, refusedConnects } = mqtt.metrics;
      return { messages, refused: oversized + foreignTopics + refusedConnects, open: true };
    }
    const { connected, strange } = mqtt.metrics;
    return { messages, refused: oversized + strange, open: connected };
  }

  #mqttMetrics() {
    return new MetricGroup(() => this.#mqttCounts()).gauge(
      'mqtt_open',
      'Whether the embedded broker listens, or the external one is connected.',
      ({ open }) => (open ? 1 : 0),
    );
  }

  /** The embedded broker only: the clients of an external one are its own. */
  #brokerMetrics() {
    return new MetricGroup(() => (this.mqtt instanceof MqttAdapter ? this.mqtt.metrics : null))
      .gauge('mqtt_sessions', 'Clients of the embedded broker.', ({ sessions }) => sessions)
      .gauge('mqtt_pending_bytes', 'Bytes that clients wait to have acknowledged.', ({ pendingBytes }) => pendingBytes);
  }

  /** The external broker only: on the embedded one, the host is online while the broker runs. */
  #hostMetrics() {
    return new MetricGroup(() => (this.mqtt instanceof ExternalMqttAdapter ? this.mqtt.metrics : null)).gauge(
      'sparkplug_host_online',
      'Whether the host has said online on the external broker.',
      ({ isHostOnline }) => (isHostOnline ? 1 : 0),
    );
  }

  /** The connections to an external broker; null without one in this process. */
  get brokerState(): BrokerState | null {
    return this.mqtt instanceof ExternalMqttAdapter ? this.mqtt.state : null;
  }

  #sparkplugMetrics() {
    return new MetricGroup(() => this.mqtt?.sparkplug.metrics ?? null)
      .counter('sparkplug_births_total', 'Births of edge nodes and their devices.', ({ births }) => births)
      .counter('sparkplug_gaps_total', 'Gaps in the sequence of an edge node.', ({ gaps }) => gaps)
      .counter(
        'sparkplug_rebirth_requests_total',
        'Rebirths that were asked for.',
        ({ rebirthRequests }) => rebirthRequests,
      )
      .counter('sparkplug_stale_deaths_total', 'Deaths of a session that was over.', ({ staleDeaths }) => staleDeaths)
      .counter(
        'sparkplug_refused_total',
        'Metrics and payloads that could not be read.',
        ({ refusedMetrics, refusedNodes, unreadable }) => refusedMetrics + refusedNodes + unreadable,
      )
      .gauge(
        'sparkplug_unknown_nodes',
        'Edge nodes that send and are nobody’s.',
        () => this.unknown?.list().length ?? 0,
      );
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

  #modbusMetrics() {
    return new MetricGroup(() => this.#modbusCounts())
      .gauge('modbus_devices', 'Devices that are polled.', ({ devices }) => devices)
      .gauge('modbus_silent', 'Polled devices that do not answer.', ({ silent }) => silent)
      .counter('modbus_requests_total', 'Requests for registers.', ({ requests }) => requests)
      .counter('modbus_timeouts_total', 'Requests that were not answered in time.', ({ timeouts }) => timeouts)
      .counter(
        'modbus_exceptions_total',
        'Requests that were answered by an exception.',
        ({ exceptions }) => exceptions,
      );
  }
}

interface MqttCounts {
  readonly messages: number;
  readonly refused: number;
  /** Of the external broker: whether it is connected. */
  readonly open: boolean;
}
