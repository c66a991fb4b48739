import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';

/** Connects a device to an adapter on this port, by default as SN7; rejects when it is refused. */
export async function connectTo(
  port: number,
  open: (() => Promise<unknown>)[],
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: 'SN7',
    password: 'secret',
    reconnectPeriod: 0,
    ...options,
  });
  open.push(() => client.endAsync(true));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  client.on('error', () => {});
  return client;
}
