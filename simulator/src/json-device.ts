import type { SimDevice } from './device.ts';
import { birthJson, compactJson, deathJson, mapJson } from './json.ts';
import type { Delivery } from './link.ts';
import { MqttSender, type Outgoing } from './mqtt-sender.ts';
import type { SimFrame, SimMessage } from './shape.ts';

export interface JsonDeviceOptions {
  readonly url: string;
  /** udf_id, or the id of an F500. */
  readonly address: string;
  readonly serial: string;
  readonly code: string;
  readonly form?: 'compact' | 'map';
  readonly ackLog?: string;
  readonly window?: number;
  /** Shares (0 to 1) of frames that are lost or sent twice. */
  readonly faults?: { readonly dropped: number; readonly duplicated: number };
}

/** A simulated device that sends the JSON convention over MQTT. */
export class JsonDevice {
  readonly sim: SimDevice;
  readonly sender: MqttSender;
  readonly #options: JsonDeviceOptions;
  #before: SimFrame | null = null;

  constructor(sim: SimDevice, options: JsonDeviceOptions) {
    this.sim = sim;
    this.#options = options;
    this.sender = new MqttSender({
      url: options.url,
      username: options.serial,
      password: options.code,
      hello: () => this.#birth(),
      will: () => ({ topic: this.#topic('death'), payload: JSON.stringify(deathJson(sim.birth().ts)) }),
      ackLog: options.ackLog,
      window: options.window,
    });
  }

  start(): void {
    this.sender.start();
  }

  advance(toMs: number): void {
    for (const message of this.sim.advance(toMs)) this.send(message);
  }

  send(message: SimMessage): void {
    if (message.kind === 'birth') {
      this.#before = null;
      // The sender begins each session with a birth.
      if (this.sender.connected) this.sender.send(this.#birth());
      return;
    }
    const { frame } = message;
    const body =
      this.#options.form === 'map' ? mapJson(frame, this.sim.model.groups, this.#before) : compactJson(frame);
    this.#before = frame;
    const outgoing = { topic: this.#topic('data'), payload: JSON.stringify(body), note: this.#note(frame) };
    const luck = this.#options.faults ? this.sim.random.next() : 1;
    const { dropped = 0, duplicated = 0 } = this.#options.faults ?? {};
    // Frames with an alarm are not dropped, because devices repeat them until they are acknowledged.
    if (luck < dropped && frame.alarm.length === 0) return;
    this.sender.send(outgoing);
    if (luck > 1 - duplicated) this.sender.send(outgoing);
  }

  /** Sends what a link delivers; stored frames go as one array. */
  deliver(delivery: Delivery): void {
    const { at } = delivery;
    if (delivery.kind === 'birth') this.send({ kind: 'birth', at, birth: delivery.birth });
    else if (delivery.kind === 'live') this.send({ kind: 'data', at, frame: delivery.frame });
    else {
      const payload = JSON.stringify(delivery.frames.map(compactJson));
      this.sender.send({
        topic: this.#topic('data'),
        payload,
        note: delivery.frames.map((f) => this.#note(f)).join('\n'),
      });
    }
  }

  #note(frame: SimFrame): string {
    return `${this.#options.address} ${frame.ts} ${frame.boot} ${frame.seq}`;
  }

  async stop(): Promise<void> {
    this.sender.send({
      topic: this.#topic('death'),
      payload: JSON.stringify(deathJson(this.sim.birth().ts)),
      note: null,
    });
    await this.sender.drained(2_000);
    await this.sender.stop();
  }

  #birth(): Outgoing {
    return { topic: this.#topic('birth'), payload: JSON.stringify(birthJson(this.sim.birth())), note: null };
  }

  #topic(kind: 'birth' | 'data' | 'death'): string {
    return `tocsin/v1/${this.#options.address}/${kind}`;
  }
}
