import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Clock } from '../base/clock.ts';
import { type Config, SettingError } from '../base/config.ts';
import { freePort } from '../base/free-port.ts';
import type { Log } from '../base/log.ts';
import { httpDoor, ingestKinds, ingestPath } from '../flow/1-receive/http-door.ts';
import type { Intake } from '../flow/1-receive/intake.ts';
import { MqttDoor } from '../flow/1-receive/mqtt-door.ts';
import { ExternalMqttDoor } from '../flow/1-receive/mqtt-external.ts';
import type { UnknownNodes } from '../flow/1-receive/unknown-nodes.ts';
import type { Catalog } from '../flow/catalog.ts';
import type { Api } from '../policy/route.ts';
import type { Gateways } from '../rooms/gateways/index.ts';
import type { KnownDevices } from './devices.ts';
import type { DoorFigures } from './door-figures.ts';
import type { RunningLine } from './line.ts';
import type { Stoppers } from './stoppers.ts';

export interface DoorParts {
  readonly config: Config;
  readonly devices: KnownDevices;
  readonly intake: Intake;
  readonly running: RunningLine;
  readonly gateways: Gateways;
  readonly unknown: UnknownNodes;
  readonly figures: DoorFigures;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the door to somebody else's broker needs of them. */
export interface ExternalMqttParts extends Pick<DoorParts, 'intake' | 'unknown' | 'figures' | 'clock' | 'log'> {
  readonly devices: { readonly catalog: Catalog };
  readonly running: {
    readonly ownership: Pick<RunningLine['ownership'], 'holds' | 'epochOf'>;
    readonly others: Pick<NonNullable<RunningLine['others']>, 'onMoved'> | null;
  };
}

/** Adds the HTTP door to the HTTP side; it takes frames as soon as that listens. */
export async function addHttpDoor(api: Api, parts: DoorParts): Promise<void> {
  const { devices, intake, clock } = parts;
  parts.figures.watchHttp(api.http);
  for (const kind of ingestKinds) api.declare('POST', ingestPath(kind), 'device-credentials');
  await api.http.register(httpDoor({ intake, catalog: devices.catalog, checkDevice: devices.checkDevice, clock }));
}

/** Which port the embedded broker will have; null with an external one. */
export async function mqttPortOf(config: Config): Promise<number | null> {
  const { mqtt, roles } = config;
  if (mqtt.kind === 'external' || !roles.has('ingest')) return null;
  if (mqtt.tls) await freePort('MQTT_TLS_PORT', config.host, mqtt.tls.port, false);
  return await freePort('MQTT_PORT', config.host, mqtt.port, config.demo);
}

/** Opens the embedded MQTT door and tells on which port. */
export async function openMqttDoor(port: number, parts: DoorParts, stoppers: Stoppers): Promise<number> {
  const { config, devices, intake, clock, gateways, unknown } = parts;
  const { mqtt } = config;
  const tls = mqtt.kind === 'embedded' && mqtt.tls ? mqtt.tls : null;
  const door = new MqttDoor({
    intake,
    catalog: devices.catalog,
    checkDevice: devices.checkDevice,
    checkGateway: gateways.check,
    unknown,
    clock,
    log: parts.log.with({ part: 'mqtt' }),
    host: config.host,
    port,
    tls: tls && { port: tls.port, ...readPair(tls) },
  });
  const open = await door.start();
  parts.figures.mqtt = door;
  gateways.onEnd((siteId) => door.endGateway(siteId));
  stoppers.add('mqtt door', () => door.stop());
  return open;
}

/**
 * Connects to somebody else's broker; one that is away is tried until it is there. Of several processes one is
 * connected, since a broker knows an installation by one name: whoever has the first partition.
 */
export function openExternalMqtt(url: string, clientId: string, parts: ExternalMqttParts, stoppers: Stoppers): void {
  const { devices, intake, clock, unknown } = parts;
  const log = parts.log.with({ part: 'mqtt' });
  const { ownership, others } = parts.running;
  let door: ExternalMqttDoor | null = null;
  let turn: Promise<void> = Promise.resolve();
  const open = (): void => {
    if (door || !ownership.holds(0)) return;
    door = new ExternalMqttDoor({ intake, catalog: devices.catalog, clock, log, unknown, url, clientId });
    parts.figures.mqtt = door;
    door.start();
  };
  const close = async (): Promise<void> => {
    const closing = door;
    door = null;
    // Another process has it now: here is no door whose being shut were a fault.
    if (closing && parts.figures.mqtt === closing) parts.figures.mqtt = null;
    await closing?.stop();
  };
  others?.onMoved((partitions) => {
    if (!partitions.includes(0)) return;
    turn = turn.then(async () => {
      if (ownership.epochOf(0) === undefined) await close();
      else open();
    });
  });
  stoppers.add('mqtt door', async () => {
    await turn;
    await close();
  });
  open();
}

/** A certificate and its key, which belong together. */
function readPair(files: { readonly cert: string; readonly key: string }): { cert: Buffer; key: Buffer } {
  const pair = { cert: readPem('TLS_CERT', files.cert), key: readPem('TLS_KEY', files.key) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new SettingError(`TLS_CERT and TLS_KEY can't be used: ${error instanceof Error ? error.message : error}`);
  }
  return pair;
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new SettingError(`${setting} '${file}' can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
