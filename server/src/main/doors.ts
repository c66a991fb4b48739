import { readFileSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { type Config, SettingError } from '../base/config.ts';
import { freePort } from '../base/free-port.ts';
import type { Log } from '../base/log.ts';
import { httpDoor, ingestKinds, ingestPath } from '../flow/1-receive/http-door.ts';
import { MqttDoor } from '../flow/1-receive/mqtt-door.ts';
import type { Line } from '../line.ts';
import type { Api } from '../policy/route.ts';
import type { KnownDevices } from './devices.ts';
import type { Stoppers } from './stoppers.ts';

export interface DoorParts {
  readonly config: Config;
  readonly devices: KnownDevices;
  readonly line: Line;
  readonly clock: Clock;
  readonly log: Log;
}

/** Adds the HTTP door to the HTTP side; it takes frames as soon as that listens. */
export async function addHttpDoor(api: Api, parts: DoorParts): Promise<void> {
  const { devices, line, clock } = parts;
  for (const kind of ingestKinds) api.declare('POST', ingestPath(kind), 'device-credentials');
  await api.http.register(
    httpDoor({ intake: line, catalog: devices.catalog, checkDevice: devices.checkDevice, clock }),
  );
}

/** Which port the embedded broker will have; null with an external one. */
export async function mqttPortOf(config: Config): Promise<number | null> {
  const { mqtt } = config;
  // Said at once: a server that silently receives nothing would be worse.
  if (mqtt.kind === 'external')
    throw new SettingError('MQTT_URL is not supported yet: use the embedded broker (MQTT_PORT)');
  if (mqtt.tls) await freePort('MQTT_TLS_PORT', config.host, mqtt.tls.port, false);
  return await freePort('MQTT_PORT', config.host, mqtt.port, config.demo);
}

/** Opens the embedded MQTT door and tells on which port. */
export async function openMqttDoor(port: number, parts: DoorParts, stoppers: Stoppers): Promise<number> {
  const { config, devices, line, clock } = parts;
  const { mqtt } = config;
  const tls = mqtt.kind === 'embedded' && mqtt.tls ? mqtt.tls : null;
  const door = new MqttDoor({
    intake: line,
    catalog: devices.catalog,
    checkDevice: devices.checkDevice,
    clock,
    log: parts.log.with({ part: 'mqtt' }),
    host: config.host,
    port,
    tls: tls && { port: tls.port, cert: readPem('TLS_CERT', tls.cert), key: readPem('TLS_KEY', tls.key) },
  });
  const open = await door.start();
  stoppers.add('mqtt door', () => door.stop());
  return open;
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new SettingError(`${setting} '${file}' can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
