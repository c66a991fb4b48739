import type { Api } from '../access/route.ts';
import type { Gateways } from '../features/gateways/index.ts';
import { httpAdapter, ingestKinds, ingestPath } from '../pipeline/1-receive/http/http-adapter.ts';
import { gatewayPath } from '../pipeline/1-receive/http/mapped-route.ts';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import type { MappedIntake } from '../pipeline/1-receive/mapped/mapped-intake.ts';
import { ExternalMqttAdapter } from '../pipeline/1-receive/mqtt/external-mqtt-adapter.ts';
import { MqttAdapter } from '../pipeline/1-receive/mqtt/mqtt-adapter.ts';
import type { TlsFiles } from '../pipeline/1-receive/mqtt/mqtt-servers.ts';
import type { UnknownNodes } from '../pipeline/1-receive/sparkplug/unknown-nodes.ts';
import type { Catalog } from '../pipeline/catalog.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { freePort } from '../platform/free-port.ts';
import type { Log } from '../platform/log.ts';
import { checkTls, readCertificate, readPem } from '../platform/tls.ts';
import type { AdapterMetrics } from './adapter-metrics.ts';
import type { KnownDevices } from './devices.ts';
import type { RunningPipeline } from './pipeline.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';
import { watchFile } from './watch-file.ts';

export interface AdapterDependencies {
  readonly config: Config;
  readonly devices: KnownDevices;
  readonly intake: Intake;
  readonly running: RunningPipeline;
  readonly gateways: Gateways;
  readonly unknown: UnknownNodes;
  readonly metrics: AdapterMetrics;
  readonly mapped: MappedIntake;
  readonly clock: Clock;
  readonly log: Log;
}

/** Dependencies of the adapter for an external broker. */
export interface ExternalMqttDependencies
  extends Pick<AdapterDependencies, 'intake' | 'unknown' | 'metrics' | 'clock' | 'log'> {
  /** Payload maps, and a listener for their changes; absent: JSON of foreign devices is not taken. */
  readonly mapped?: MappedIntake;
  readonly onMapsChanged?: (listener: () => void) => void;
  readonly devices: { readonly catalog: Catalog };
  readonly running: {
    readonly ownership: Pick<RunningPipeline['ownership'], 'holds' | 'epochOf'>;
    readonly others: Pick<NonNullable<RunningPipeline['others']>, 'onMoved'> | null;
  };
}

/** Adds the HTTP adapter to the HTTP server; it accepts frames once the server listens. */
export async function addHttpAdapter(api: Api, dependencies: AdapterDependencies): Promise<void> {
  const { devices, intake, clock, mapped, gateways } = dependencies;
  dependencies.metrics.watchHttp(api.http);
  for (const kind of ingestKinds) api.declare('POST', ingestPath(kind), { may: 'device-credentials' });
  api.declare('POST', gatewayPath, { may: 'device-credentials' });
  const { catalog, checkDevice } = devices;
  const checkGateway = gateways.check;
  await api.http.register(httpAdapter({ intake, catalog, checkDevice, checkGateway, mapped, clock }));
}

/** The plain port of the embedded broker; null with an external broker, or with TLS only. */
export async function mqttPortOf(config: Config): Promise<number | null> {
  const { mqtt, roles } = config;
  if (mqtt.kind === 'external' || !roles.has('ingest')) return null;
  if (mqtt.tls) await freePort('MQTT_TLS_PORT', config.host, mqtt.tls.port, false);
  return mqtt.port === null ? null : await freePort('MQTT_PORT', config.host, mqtt.port, config.demo);
}

/** Starts the embedded MQTT broker on this plain port (null: TLS only) and returns the actual port. */
export async function openMqttAdapter(
  port: number | null,
  dependencies: AdapterDependencies,
  shutdownHooks: ShutdownHooks,
): Promise<number> {
  const { config, devices, intake, clock, gateways, unknown, mapped } = dependencies;
  const { mqtt } = config;
  const tls = mqtt.kind === 'embedded' && mqtt.tls ? mqtt.tls : null;
  const adapter = new MqttAdapter({
    intake,
    catalog: devices.catalog,
    checkDevice: devices.checkDevice,
    checkGateway: gateways.check,
    unknown,
    mapped,
    sparkplug: config.sparkplug,
    clock,
    log: dependencies.log.with({ part: 'mqtt' }),
    host: config.host,
    port,
    tls: tls && { port: tls.port, ...readTls(tls) },
  });
  const open = await adapter.start();
  dependencies.metrics.mqtt = adapter;
  gateways.onEnd((siteId) => adapter.endGateway(siteId));
  shutdownHooks.add('mqtt adapter', () => adapter.stop());
  for (const file of [tls?.cert, tls?.clients?.crl])
    if (tls && file) watchFile(file, dependencies, shutdownHooks, () => adapter.renewCertificates(readTls(tls)));
  return open;
}

/**
 * Connects to an external broker and retries until it succeeds. A broker knows an installation by one client id, so
 * only the process that owns the first partition connects.
 */
export function openExternalMqtt(
  settings: { readonly url: string; readonly clientId: string; readonly sparkplug: Config['sparkplug'] },
  dependencies: ExternalMqttDependencies,
  shutdownHooks: ShutdownHooks,
): void {
  const { devices, intake, clock, unknown, mapped } = dependencies;
  const log = dependencies.log.with({ part: 'mqtt' });
  const { ownership, others } = dependencies.running;
  let adapter: ExternalMqttAdapter | null = null;
  let turn: Promise<void> = Promise.resolve();
  const open = (): void => {
    if (adapter || !ownership.holds(0)) return;
    const { catalog } = devices;
    const options = { ...settings, intake, catalog, clock, log, unknown };
    adapter = new ExternalMqttAdapter(mapped ? { ...options, mapped } : options);
    dependencies.metrics.mqtt = adapter;
    adapter.start();
  };
  const close = async (): Promise<void> => {
    const closing = adapter;
    adapter = null;
    // Another process is connected now: this one reports no closed adapter.
    if (closing && dependencies.metrics.mqtt === closing) dependencies.metrics.mqtt = null;
    await closing?.stop();
  };
  dependencies.onMapsChanged?.(() => adapter?.json.renewSubscriptions());
  others?.onMoved((partitions) => {
    if (!partitions.includes(0)) return;
    turn = turn.then(async () => {
      if (ownership.epochOf(0) === undefined) await close();
      else open();
    });
  });
  shutdownHooks.add('mqtt adapter', async () => {
    await turn;
    await close();
  });
  open();
}

type TlsSettings = NonNullable<Extract<Config['mqtt'], { readonly kind: 'embedded' }>['tls']>;

/** A certificate with its matching key, and what certificates of devices are checked by. */
function readTls({ cert, key, clients }: Omit<TlsSettings, 'port'>): TlsFiles {
  const pair = readCertificate({ cert, key });
  if (!clients) return { ...pair, clients: null };
  const ca = readPem('MQTT_CLIENT_CA', clients.ca);
  const crl = clients.crl === null ? null : readPem('MQTT_CLIENT_CRL', clients.crl);
  checkTls('MQTT_CLIENT_CA', { ca });
  if (crl) checkTls('MQTT_CLIENT_CRL', { crl });
  return { ...pair, clients: { ca, crl, isRequired: clients.isRequired } };
}
