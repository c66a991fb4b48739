import { encodePayload, type Metric } from '@tocsin/simulator/testing/sparkplug-payload';
import mqtt, { type MqttClient } from 'mqtt';

/** A Sparkplug edge node with one metric and its own connection. */
export class SparkplugNode {
  readonly #client: MqttClient;
  readonly #name: string;
  #seq = 0;

  private constructor(client: MqttClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Connects with a site's gateway credential, as one program does for all its nodes. */
  static async connect(
    url: string,
    gateway: { readonly username: string; readonly password: string },
    name: string,
  ): Promise<SparkplugNode> {
    const bdSeq: Metric = { name: 'bdSeq', type: 'UInt64', timestamp: Date.now(), value: 0 };
    const client = await mqtt.connectAsync(url, {
      ...gateway,
      reconnectPeriod: 0,
      will: {
        topic: `spBv1.0/Plant/NDEATH/${name}`,
        payload: encodePayload({ timestamp: Date.now(), metrics: [bdSeq] }),
        qos: 1,
        retain: false,
      },
    });
    return new SparkplugNode(client, name);
  }

  /** Sends the birth with the first value; resolves once it is acknowledged. */
  async birth(ts: number, value: number): Promise<void> {
    this.#seq = 0;
    await this.#publish('NBIRTH', ts, [
      { name: 'bdSeq', type: 'UInt64', timestamp: ts, value: 0 },
      {
        name: 'Bearings/Head bearing',
        alias: 1,
        type: 'Double',
        timestamp: ts,
        value,
        properties: { id: '4.401', type: 'NUMERIC', unit: 'C' },
      },
    ]);
  }

  /** Sends a changed value by its alias; resolves once it is acknowledged. */
  async data(ts: number, value: number): Promise<void> {
    await this.#publish('NDATA', ts, [{ alias: 1, type: 'Double', timestamp: ts, value }]);
  }

  async stop(): Promise<void> {
    await this.#client.endAsync(true);
  }

  async #publish(kind: 'NBIRTH' | 'NDATA', timestamp: number, metrics: readonly Metric[]): Promise<void> {
    const payload = encodePayload({ timestamp, seq: this.#seq, metrics });
    this.#seq = (this.#seq + 1) % 256;
    // QoS 1 instead of Sparkplug's 0, to get an acknowledgement.
    await this.#client.publishAsync(`spBv1.0/Plant/${kind}/${this.#name}`, payload, { qos: 1 });
  }
}
