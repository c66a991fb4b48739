import type { DeviceId } from '@tocsin/contract/ids';
import type { Client } from 'aedes';
import type { Intake } from '../intake.ts';
import { setReading } from './mqtt-client.ts';
import type { Session } from './mqtt-session.ts';

export interface MqttBounds {
  /** Unacknowledged bytes, per client and in total; beyond them the adapter stops reading. */
  readonly clientBytes: number;
  readonly allBytes: number;
}
const defaultLimits: MqttBounds = { clientBytes: 1024 * 1024, allBytes: 64 * 1024 * 1024 };

/** Counts of the embedded broker since its start. */
export interface MqttMetrics {
  sessions: number;
  messages: number;
  oversized: number;
  foreignTopics: number;
  refusedConnects: number;
  pendingBytes: number;
}

/** Limits the unacknowledged bytes of each client and in total. Beyond a limit, reading pauses. */
export class MqttFlow {
  readonly #intake: Intake;
  readonly #sessions: ReadonlyMap<Client, Session>;
  readonly #metrics: { pendingBytes: number };
  readonly #bounds: MqttBounds;
  #waitsForRoom = false;
  #stopped = false;

  constructor(
    intake: Intake,
    sessions: ReadonlyMap<Client, Session>,
    metrics: { pendingBytes: number },
    bounds: Partial<MqttBounds>,
  ) {
    this.#intake = intake;
    this.#sessions = sessions;
    this.#metrics = metrics;
    this.#bounds = { ...defaultLimits, ...bounds };
  }

  /** Stops reading from all clients. */
  stop(): void {
    this.#stopped = true;
    for (const [client, session] of this.#sessions) this.#read(client, session, false);
  }

  /** Counts a message of this many bytes as unacknowledged. */
  pend(client: Client, session: Session, bytes: number): void {
    session.pendingBytes += bytes;
    this.#metrics.pendingBytes += bytes;
    const full = this.#metrics.pendingBytes > this.#bounds.allBytes || this.#intake.full();
    if (full || session.pendingBytes > this.#bounds.clientBytes || this.#intake.full(deviceOf(session)))
      this.#read(client, session, false);
    if (full && !this.#waitsForRoom) {
      this.#waitsForRoom = true;
      this.#intake.whenRoom(() => {
        this.#waitsForRoom = false;
        for (const [other, its] of this.#sessions) this.#resume(other, its);
      });
    }
  }

  /** Counts a message as acknowledged. */
  settle(client: Client, session: Session, bytes: number): void {
    session.pendingBytes -= bytes;
    this.#metrics.pendingBytes -= bytes;
    if (!session.reading) this.#resume(client, session);
  }

  /** Stops reading from this client until its messages are acknowledged. */
  pause(client: Client, session: Session): void {
    this.#read(client, session, false);
  }

  #resume(client: Client, session: Session): void {
    const room = session.pendingBytes <= this.#bounds.clientBytes / 2 && !this.#intake.full(deviceOf(session));
    if (!session.reading && room && !this.#stopped) this.#read(client, session, true);
  }

  #read(client: Client, session: Session, on: boolean): void {
    session.reading = on;
    if (!client.closed) setReading(client, on);
  }
}

const deviceOf = ({ who }: Session): DeviceId | undefined => (who.kind === 'device' ? who.deviceId : undefined);
