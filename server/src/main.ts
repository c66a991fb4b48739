import { join } from 'node:path';
import { DeviceId } from '@tocsin/contract/ids';
import { loadLanguages } from '@tocsin/contract/languages/load';
import { createAuthorizer } from './access/authorize.ts';
import { createIdempotency } from './access/idempotency.ts';
import { createApi } from './access/route.ts';
import { createSecurityEvents } from './access/security-events.ts';
import { AdapterMetrics } from './app/adapter-metrics.ts';
import { addHttpAdapter, mqttPortOf, openExternalMqtt, openMqttAdapter } from './app/adapters.ts';
import { startClockWatch } from './app/clock-watch.ts';
import { startCompaction } from './app/compaction.ts';
import { contactEncryption } from './app/contact-methods.ts';
import { playDemo } from './app/demo.ts';
import { startKnownDevices } from './app/devices.ts';
import { addEdgeAdapter, startEdges } from './app/edges.ts';
import { addFeatures, featureLoaders } from './app/features.ts';
import { watchFirstPassword } from './app/first-password.ts';
import { makeFirstPeople } from './app/first-users.ts';
import { startGateways } from './app/gateways.ts';
import { documentAt, graphDeviceOf } from './app/graphs.ts';
import { healthOf } from './app/health.ts';
import { startHeartbeat } from './app/heartbeat.ts';
import { checkArchive, startDuplicates, startHistory } from './app/history.ts';
import { createHousekeeping } from './app/housekeeping.ts';
import { startHttps } from './app/https.ts';
import { createHistoryImport } from './app/import-piece.ts';
import { incidentReading } from './app/incident-reading.ts';
import { incidentSources, startGrouping } from './app/incidents.ts';
import { documentOf } from './app/live-document.ts';
import { testsOf } from './app/maintenance.ts';
import { modbusPortOf, openModbusAdapter, readModbusMaps } from './app/modbus.ts';
import { startWatch } from './app/monitoring-watch.ts';
import { notifyWithStories } from './app/notify.ts';
import { startPayloadMaps } from './app/payload-maps.ts';
import { startPipeline } from './app/pipeline.ts';
import { pipelineAccessOf } from './app/pipeline-access.ts';
import { probesOf } from './app/probes.ts';
import { protectionSources, scanWithOf } from './app/protection.ts';
import { createRehearsals } from './app/rehearsal.ts';
import { checkSecret, installationId } from './app/secret-check.ts';
import { shelvesOf } from './app/shelves.ts';
import { createShutdownHooks } from './app/shutdown-hooks.ts';
import { addSockets } from './app/sockets.ts';
import { webhookEncryption } from './app/webhooks.ts';
import { accountPurpose, captchaOrigins } from './features/accounts/index.ts';
import { certificatePurpose } from './features/certificates/index.ts';
import { codePurpose } from './features/devices/index.ts';
import { answers, readStoredMetrics } from './features/health/store-metrics.ts';
import { presentEvent } from './features/notifications/index.ts';
import { loadDeviceSettings } from './features/sensors/index.ts';
import { securityContactOf } from './features/settings/index.ts';
import type { Moment } from './history/read/calls.ts';
import { createNotify } from './notify/index.ts';
import { UnknownNodes } from './pipeline/1-receive/sparkplug/unknown-nodes.ts';
import { recordUse } from './platform/audit.ts';
import { backupBeforeUpgrade } from './platform/backup/before-upgrade.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { collectGarbageOnce } from './platform/collect-once.ts';
import { type Config, parseConfig, readEnv, SettingError } from './platform/config.ts';
import { openDataFolder, openSecret } from './platform/data-folder.ts';
import { oneAtATime, startDatabase } from './platform/db.ts';
import { warnOfFewDescriptors } from './platform/descriptor-limit.ts';
import { EmbeddedStartError } from './platform/embedded-postgres/start-error.ts';
import { createEncryption } from './platform/encryption.ts';
import { LoopWatch } from './platform/event-loop-lag.ts';
import { freePort } from './platform/free-port.ts';
import { buildHttp } from './platform/http.ts';
import { createLog, type Log } from './platform/log.ts';
import { MigrationError, migrateAtStart } from './platform/migrate.ts';
import { confineOutbound } from './platform/outbound-http.ts';
import { signingKey } from './platform/signing-key.ts';
import { letHelperThreadsYield } from './platform/thread-priority.ts';
import { version } from './platform/version.ts';

/** A running Tocsin: its addresses, and how to stop it. */
export interface Running {
  readonly url: string;
  /** null: an external broker. */
  readonly mqttPort: number | null;
  /** Sign-ins to print at start. */
  readonly people: readonly string[];
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Builds and starts everything in order; when one component fails, those already started are stopped again. */
export async function start(requestedConfig: Config, log: Log, clock: Clock = systemClock): Promise<Running> {
  const shutdownHooks = createShutdownHooks(log);
  try {
    openDataFolder(requestedConfig.dataDir, requestedConfig.requiresEncryptedData);
    const secret = openSecret(requestedConfig.dataDir, requestedConfig.secret);
    const config = withPort(
      requestedConfig,
      await freePort('PORT', requestedConfig.host, requestedConfig.port, requestedConfig.demo),
    );
    const mqttPort = await mqttPortOf(config);

    const database = await startDatabase(config, log);
    shutdownHooks.add('database', database.stop);
    const { db } = database;
    const beforeOneWay = backupBeforeUpgrade({
      dataDir: config.dataDir,
      secret: { value: secret, fromFolder: config.secret === null },
      log,
    });
    await migrateAtStart(database.pool, log, { isLone: config.natsUrl === null, beforeOneWay });

    await checkSecret(db, secret);
    await checkArchive(database.pool, config);
    await loadLanguages();

    const encryption = createEncryption(secret, codePurpose);
    const messageEncryption = createEncryption(secret, 'messages');
    const people = await oneAtATime(database.pool, 'first people', () =>
      makeFirstPeople({ config, clock, encryption, db, isTerminal: process.stdout.isTTY }),
    );
    const firstPassword = watchFirstPassword({ db, dataDir: config.dataDir, clock, log }, shutdownHooks);
    const loadSettings = (ids: readonly number[] | 'all') => loadDeviceSettings(db, ids);
    const devices = await startKnownDevices({ db, log, clock, encryption, loadSettings });
    shutdownHooks.add('catalog', devices.stop);
    warnOfFewDescriptors(log, [...devices.catalog.all()].length);

    const history = startHistory({ config, database, log }, shutdownHooks);
    const rehearser = createRehearsals({ config, database, log }, shutdownHooks);
    const duplicates = startDuplicates({ config, database, log }, shutdownHooks);
    const running = await startPipeline({ config, database, devices, duplicates, clock, log, secret }, shutdownHooks);
    const { pipeline, frameWriter } = running;
    const port = pipelineAccessOf(running, devices.catalog);
    startGrouping({ db, clock, log, running, port }, shutdownHooks);
    const hours = config.roles.has('jobs')
      ? startCompaction({ config, database, devices, pipeline, log }, shutdownHooks)
      : null;
    const loop = new LoopWatch();
    loop.start();
    shutdownHooks.add('loop watch', () => loop.stop());
    const { gateways, gatewayEncryption } = await startGateways({ db, clock, log, secret }, shutdownHooks);
    const unknown = new UnknownNodes();
    const metrics = new AdapterMetrics();
    metrics.unknown = unknown;
    const { intake } = port;
    const offlineAfterMs = (id: DeviceId) => pipeline.offlineAfter(id);
    const payloadMaps = await startPayloadMaps(
      { db, clock, log, secret, intake, catalog: devices.catalog, offlineAfterMs },
      shutdownHooks,
    );
    unknown.onMessage = payloadMaps.unknownNode;
    const mapped = payloadMaps.intake;
    const adapters = { config, devices, intake, clock, log, gateways, unknown, running, metrics, mapped };
    const maps = readModbusMaps(config.dataDir, log);
    const modbus = openModbusAdapter(maps, adapters, shutdownHooks, port.commands.administered);
    const modbusPort = modbusPortOf(maps, (id) => modbus.polling(id));
    const { catalog } = devices;
    const knownEdges = await startEdges(
      { db, clock, log, secret, catalog, encryption, modbus: modbusPort, maps: payloadMaps.maps },
      shutdownHooks,
    );

    const security = createSecurityEvents(db, clock, log.with({ part: 'security' }));
    const authorizer = createAuthorizer(
      db,
      () => clock.now(),
      featureLoaders(db),
      (what, address) => security.note({ kind: `refused ${what}`, address }),
    );
    const { clockUrl: httpUrl, smtpUrl } = config;
    const deviceStates = () => [...pipeline.registry.all()].map(({ deviceState }) => deviceState);
    const clockWatch = startClockWatch({ clock, httpUrl, smtpUrl, deviceStates }, shutdownHooks);
    const probes = probesOf({
      clockOffsets: () => clockWatch.offsets(),
      config,
      pipeline,
      frameWriter,
      dataDir: config.dataDir,
      now: () => clock.now(),
      loopDelayMs: () => loop.delayMs,
      adapters: metrics,
      security: () => security.counts(),
      isUp: () => answers(database.pool),
      isBusUp: running.others && (() => running.others?.bus.isUp() ?? true),
      partitions: () => running.ownership.held,
      busRefused: () => running.others?.bus.refused ?? { unsigned: 0, time: 0, replay: 0 },
      stored: () => readStoredMetrics(database.pool, clock.now()),
      hours: hours && (() => hours.ask('metrics', null)),
      archive: config.archive && hours && (() => hours.ask('archive', null)),
    });
    const http = await buildHttp({
      log: log.with({ part: 'http' }),
      title: 'Tocsin',
      version,
      webDir: join(root, 'web/dist'),
      proxies: config.proxies,
      https: config.publicUrl.startsWith('https:'),
      ...(config.https && { onlyHttps: config.publicUrl }),
      foreignOrigins: captchaOrigins(config.captcha),
      probes,
      clock,
      wellKnown: { publicUrl: config.publicUrl, securityContact: () => securityContactOf(db, config) },
    });
    const api = createApi(http, authorizer, createIdempotency(db, clock, createEncryption(secret, 'answers')));
    await addHttpAdapter(api, adapters);
    const { administered } = port.commands;
    await addEdgeAdapter(api, knownEdges, { db, clock, log, intake: port.intake, catalog, administered });
    const stored = () => readStoredMetrics(database.pool, clock.now());
    const health = healthOf({
      config,
      db,
      clock,
      log,
      version,
      metrics: probes.readMetrics,
      scheduled: async () => (await stored()).scheduled,
    });
    const graphs = {
      history,
      deviceOf: graphDeviceOf(devices.catalog, pipeline),
      documentAt: (id: DeviceId, moment: Moment) => documentAt(devices.catalog, id, moment),
    };
    const live = (id: number) => documentOf(port.commands, DeviceId.parse(id));
    const { deviceSummary } = pipeline;
    const reading = incidentReading({ db, clock, catalog: port.catalog, deviceSummary, live, graphs });
    if (config.roles.has('web')) {
      const historyImport = createHistoryImport(config, database, log);
      shutdownHooks.add('import', historyImport.stop);
      await addSockets(api, { config, database, pipeline, clock, log }, shutdownHooks);
      await addFeatures(api, {
        health,
        security,
        demo: people.demo ? { password: people.demo.password, people: [...people.demo.people] } : undefined,
        config,
        log,
        clock,
        db,
        batchCallsAtOnce: database.connections.main - 2,
        encryption,
        mqttPort,
        passwordChanged: firstPassword.check,
        accountEncryption: createEncryption(secret, accountPurpose),
        certificateKey: signingKey(secret, certificatePurpose),
        messageEncryption,
        providerEncryption: createEncryption(secret, 'providers'),
        webhookEncryption: webhookEncryption(secret),
        contactEncryption: contactEncryption(secret),
        modbus: modbusPort,
        knownEdges,
        gateways,
        gatewayEncryption,
        payloadMaps,
        unknown: () => unknown.list(),
        catalog: port.catalog,
        deviceSummary,
        administered: port.commands.administered,
        acknowledged: (events) => port.acknowledged(events.map(presentEvent)),
        tests: testsOf(port.commands, devices.catalog),
        shelves: shelvesOf(port.commands),
        walk: port.commands.walk,
        graphs,
        inactiveSpansOf: (id, span) => history.inactiveSpans({ deviceId: DeviceId.parse(id), ...span }),
        importPiece: historyImport.importPiece,
        rehearser,
        live,
      });
    }
    if (config.roles.has('jobs')) {
      const installation = await installationId(db);
      const notify = createNotify({
        ...database,
        config,
        clock,
        log,
        installation,
        messageEncryption,
        contactEncryption: contactEncryption(secret),
        webhookEncryption: webhookEncryption(secret),
        sources: notifyWithStories(reading),
      });
      shutdownHooks.add('notify', notify.stop);
      await notify.start();
      const housekeeping = createHousekeeping({
        config,
        database,
        clock,
        log: log.with({ part: 'jobs' }),
        health,
        protection: {
          ...protectionSources(db, port.commands),
          scanWith: scanWithOf(database, devices.catalog, { config, log }),
        },
        incidents: incidentSources(db, port),
      });
      shutdownHooks.add('jobs', housekeeping.stop);
      await housekeeping.start();
    }
    shutdownHooks.add('http', () => http.close());
    await http.listen({ host: config.host, port: config.port });
    await startHttps(http, { config, clock, log }, shutdownHooks);
    if (config.mqtt.kind === 'embedded' && config.roles.has('ingest'))
      await openMqttAdapter(mqttPort, adapters, shutdownHooks);
    await startWatch({ config, database, clock, log }, shutdownHooks);
    const isReady = async () => (await probes.readiness()).ready;
    const heard = (date: string | null, askedAt: number) =>
      clockWatch.heard('http', date, { askedAt, answeredAt: clock.now() });
    startHeartbeat({ url: config.heartbeatUrl, clock, log, isReady, heard }, shutdownHooks);
    if (config.mqtt.kind === 'external' && config.roles.has('ingest'))
      openExternalMqtt(
        { url: config.mqtt.url, clientId: clientIdOf(secret), sparkplug: config.sparkplug },
        { ...adapters, onMapsChanged: (listener) => payloadMaps.maps.listen(listener) },
        shutdownHooks,
      );
    if (people.demo && mqttPort !== null)
      playDemo(
        people.demo,
        { http: config.port, mqtt: mqttPort },
        {
          config,
          log,
          db,
          clock,
          shelves: shelvesOf(port.commands),
          acknowledged: (notifications) => port.acknowledged(notifications),
        },
        shutdownHooks,
      );
    return { url: config.publicUrl, mqttPort, people: people.lines, stop: shutdownHooks.stopAll };
  } catch (error) {
    await shutdownHooks.stopAll();
    throw error;
  }
}

/** The client id at an external broker: constant for an installation and unique to it. */
const clientIdOf = (secret: string): string =>
  `tocsin-${createEncryption(secret, 'mqtt client').hash('id').toString('hex').slice(0, 10)}`;

/** The demo may listen on another port than configured; links must use it. */
function withPort(config: Config, port: number): Config {
  const usual = config.publicUrl === `http://localhost:${config.port}`;
  return { ...config, port, publicUrl: usual ? `http://localhost:${port}` : config.publicUrl };
}

/**
 * The program: reads settings from the environment, exits with code 1 and one line when they are wrong, and stops
 * cleanly on signals.
 */
export async function run(): Promise<void> {
  try {
    const config = parseConfig(readEnv(process.cwd(), process.env));
    const log = createLog(config.logLevel);
    confineOutbound(config.outboundHosts);
    recordUse(config.recordsUse);
    const running = await start(config, log);
    console.info(`Tocsin ${version} is running at ${running.url}`);
    for (const line of running.people) console.info(line);
    endOnSignal(running, log);
    collectGarbageOnce();
    letHelperThreadsYield();
  } catch (error) {
    if (!isForTheOperator(error)) throw error;
    console.error(`Tocsin can't start: ${error.message}`);
    process.exitCode = 1;
  }
}

/** Errors that the operator can fix are printed in one line; anything else is a bug and keeps its stack trace. */
const isForTheOperator = (error: unknown): error is Error =>
  [SettingError, MigrationError, EmbeddedStartError].some((kind) => error instanceof kind);

function endOnSignal(running: Running, log: Log): void {
  let signals = 0;
  const end = (signal: string) => {
    signals += 1;
    // A second signal exits at once; acknowledged frames are already committed.
    if (signals > 1) process.exit(1);
    log.info('stopping', { signal });
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('did not stop cleanly', { error });
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
}
