import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Catalog } from '../../catalog.ts';
import type { Intake } from '../intake.ts';
import type { MappedIntake } from '../mapped/mapped-intake.ts';
import type { SparkplugHost } from '../sparkplug/sparkplug-host.ts';
import type { SparkplugSettings } from '../sparkplug/sparkplug-topic.ts';
import type { UnknownNodes } from '../sparkplug/unknown-nodes.ts';
import type { ExternalBounds, ExternalConnection } from './external-connection.ts';
import { ExternalJson } from './external-json.ts';
import { ExternalSessions } from './external-sessions.ts';
import { ExternalSparkplug } from './external-sparkplug.ts';

export interface ExternalMqttOptions {
  readonly intake: Intake;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly log: Log;
  readonly unknown: UnknownNodes;
  /** mqtt:// or mqtts://, with user name and password if the broker requires them. */
  readonly url: string;
  /** Stable across restarts, so that the broker queues messages while the server is down. */
  readonly clientId: string;
  readonly sparkplug: SparkplugSettings;
  /** Absent: JSON of foreign devices is not taken. */
  readonly mapped?: MappedIntake;
  readonly bounds?: ExternalBounds;
}

/** `topic refused`: the broker denies a subscription or the STATE topic. */
export type BrokerState = 'ok' | 'away' | 'topic refused';

/**
 * Adapter for an external broker. The topic identifies the device; access control is the broker's. JSON devices have a
 * persistent session, in which each message is acknowledged after its commit; Sparkplug has a connection of its own
 * with a clean session, as its specification requires.
 */
export class ExternalMqttAdapter {
  readonly #sessions: ExternalSessions;
  readonly #catalog: Catalog;
  readonly json: ExternalJson;
  readonly host: ExternalSparkplug;

  constructor(options: ExternalMqttOptions) {
    const { intake, clock, clientId } = options;
    this.#catalog = options.catalog;
    this.#sessions = new ExternalSessions(intake, clock);
    const sessions = this.#sessions;
    this.json = new ExternalJson({ ...options, sessions });
    this.host = new ExternalSparkplug({ ...options, sessions, clientId: `${clientId}-host` });
  }

  get sparkplug(): SparkplugHost {
    return this.host.host;
  }

  /** Of both connections: the worse one. */
  get state(): BrokerState {
    const connections = this.#connections();
    if (connections.every((one) => one.isUsable)) return 'ok';
    return connections.some((one) => one.isRefused) ? 'topic refused' : 'away';
  }

  get metrics() {
    const [json, host] = this.#connections();
    return {
      connected: json.isUsable && host.isUsable,
      isHostOnline: host.isUsable,
      messages: json.metrics.messages + host.metrics.messages,
      oversized: this.json.metrics.oversized + this.host.metrics.oversized,
      strange: this.json.metrics.strange + this.host.metrics.strange,
    };
  }

  /** Does not wait for the broker: the connections are retried in the background. */
  start(): void {
    this.#sessions.start([...this.#catalog.all()].map((device) => device.id));
    for (const connection of this.#connections()) connection.start();
  }

  /**
   * Publishes that the host is offline, then disconnects; JSON messages without an acknowledgement are redelivered at
   * the next start.
   */
  async stop(): Promise<void> {
    this.#sessions.stop();
    await Promise.all([this.json.connection.stop(), this.host.stop()]);
  }

  #connections(): readonly [ExternalConnection, ExternalConnection] {
    return [this.json.connection, this.host.connection];
  }
}
