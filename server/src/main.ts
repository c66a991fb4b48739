import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeviceId } from '@tocsin/contract/ids';
import { type Clock, systemClock } from './base/clock.ts';
import { collectOnce } from './base/collect-once.ts';
import { type Config, parseConfig, readEnv, SettingError } from './base/config.ts';
import { openDataFolder, openSecret } from './base/data-folder.ts';
import { oneAtATime, startDatabase } from './base/db.ts';
import { EmbeddedStartError } from './base/embedded-postgres/start-error.ts';
import { freePort } from './base/free-port.ts';
import { buildHttp } from './base/http.ts';
import { createLog, type Log } from './base/log.ts';
import { MigrationError, migrateAtStart } from './base/migrate.ts';
import { createSeal } from './base/seal.ts';
import { UnknownNodes } from './flow/1-receive/unknown-nodes.ts';
import { startDeadMan } from './main/dead-man.ts';
import { playDemo } from './main/demo.ts';
import { startKnownDevices } from './main/devices.ts';
import { DoorFigures } from './main/door-figures.ts';
import { addHttpDoor, mqttPortOf, openExternalMqtt, openMqttDoor } from './main/doors.ts';
import { startGateways } from './main/gateways.ts';
import { documentAt, graphDeviceOf } from './main/graphs.ts';
import { healthOf } from './main/health.ts';
import { startHistory } from './main/history.ts';
import { startHours } from './main/hours.ts';
import { createHousekeeping } from './main/jobs.ts';
import { startLine } from './main/line.ts';
import { linePortOf } from './main/line-port.ts';
import { documentOf } from './main/live-document.ts';
import { LoopWatch } from './main/loop-watch.ts';
import { createMail } from './main/mail.ts';
import { testsOf } from './main/maintenance.ts';
import { modbusPortOf, openModbusDoor, readModbusMaps } from './main/modbus.ts';
import { makeFirstPeople } from './main/people.ts';
import { probesOf } from './main/probes.ts';
import { addRooms, roomLoaders } from './main/rooms.ts';
import { addSockets } from './main/sockets.ts';
import { createStoppers } from './main/stoppers.ts';
import { answers, readFigures } from './main/store-figures.ts';
import { startWatch } from './main/watch.ts';
import { createGate } from './policy/gate.ts';
import { createApi } from './policy/route.ts';
import { captchaOrigins } from './rooms/accounts/index.ts';
import { codePurpose } from './rooms/devices/index.ts';
import { presentEvent } from './rooms/notifications/index.ts';
import { loadDeviceSettings } from './rooms/sensors/index.ts';

/** A running Tocsin: where it listens, and how to stop it (in reverse of its start, each part once). */
export interface Running {
  readonly url: string;
  /** null: an external broker. */
  readonly mqttPort: number | null;
  /** Who can sign in now, for the one who started it. */
  readonly people: readonly string[];
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Builds everything and starts it in order; when a part can't start, what has started is stopped again. */
export async function start(asked: Config, log: Log, clock: Clock = systemClock): Promise<Running> {
  const stoppers = createStoppers(log);
  try {
    openDataFolder(asked.dataDir);
    const secret = openSecret(asked.dataDir, asked.secret);
    const config = withPort(asked, await freePort('PORT', asked.host, asked.port, asked.demo));
    const mqttPort = await mqttPortOf(config);

    const database = await startDatabase(config, log);
    stoppers.add('database', database.stop);
    const { db } = database;
    await migrateAtStart(database.pool, log, { isLone: config.natsUrl === null });

    const seal = createSeal(secret, codePurpose);
    const people = await oneAtATime(database.pool, 'first people', () => makeFirstPeople({ config, clock, seal, db }));
    const loadSettings = (ids: readonly number[] | 'all') => loadDeviceSettings(db, ids);
    const devices = await startKnownDevices({ db, log, clock, seal, loadSettings });
    stoppers.add('catalog', devices.stop);

    const history = startHistory({ config, database, log }, stoppers);
    const running = await startLine({ config, database, devices, history, clock, log, secret }, stoppers);
    const { line, keep } = running;
    const port = linePortOf(running, devices.catalog);
    const hours = config.roles.has('jobs') ? startHours({ config, database, devices, line, log }, stoppers) : null;
    const loop = new LoopWatch();
    loop.start();
    stoppers.add('loop watch', () => loop.stop());
    const { gateways, gatewaySeal } = await startGateways({ db, clock, log, secret }, stoppers);
    const unknown = new UnknownNodes();
    const figures = new DoorFigures();
    figures.unknown = unknown;
    const doors = { config, devices, intake: port.intake, clock, log, gateways, unknown, running, figures };
    const maps = readModbusMaps(config.dataDir, log);
    const modbus = openModbusDoor(maps, doors, stoppers);

    const gate = createGate(db, () => clock.now(), roomLoaders(db));
    const probes = probesOf({
      ...{ config, line, keep, dataDir: config.dataDir, now: () => clock.now(), loopDelayMs: () => loop.delayMs },
      doors: figures,
      isUp: () => answers(database.pool),
      isBusUp: running.others && (() => running.others?.bus.isUp() ?? true),
      partitions: () => running.ownership.held,
      stored: () => readFigures(database.pool, clock.now()),
      hours: hours && (() => hours.ask('figures', null)),
    });
    const http = await buildHttp({
      log: log.with({ part: 'http' }),
      title: 'Tocsin',
      version,
      webDir: join(root, 'web/dist'),
      proxies: config.proxies,
      https: config.publicUrl.startsWith('https:'),
      foreignOrigins: captchaOrigins(config.captcha),
      probes,
    });
    const api = createApi(http, gate);
    await addHttpDoor(api, doors);
    const health = healthOf({ config, db, clock, version, metrics: probes.figures });
    if (config.roles.has('web')) {
      await addSockets(api, { config, database, line, clock, log }, stoppers);
      await addRooms(api, {
        health,
        demo: people.demo ? { password: people.demo.password, people: [...people.demo.people] } : undefined,
        ...{ config, log, clock, db, seal, mqttPort, accountSeal: createSeal(secret, 'accounts') },
        modbus: modbusPortOf(maps, (id) => modbus.polling(id)),
        ...{ gateways, gatewaySeal, unknown: () => unknown.list() },
        catalog: port.catalog,
        glance: line.glance,
        administered: port.commands.administered,
        acknowledged: (event) => port.acknowledged(presentEvent(event)),
        tests: testsOf(port.commands, devices.catalog),
        graphs: {
          history,
          deviceOf: graphDeviceOf(devices.catalog, line),
          documentAt: (id, moment) => documentAt(devices.catalog, id, moment),
        },
        restsOf: (id, span) => history.rests({ deviceId: DeviceId.parse(id), ...span }),
        live: (id) => documentOf(port.commands, DeviceId.parse(id)),
      });
    }
    if (config.roles.has('jobs')) {
      const mail = createMail({ ...database, config, clock, log: log.with({ part: 'mail' }) });
      stoppers.add('mail', mail.stop);
      await mail.start();
      const housekeeping = createHousekeeping({ config, database, clock, log: log.with({ part: 'jobs' }), health });
      stoppers.add('jobs', housekeeping.stop);
      await housekeeping.start();
    }
    stoppers.add('http', () => http.close());
    await http.listen({ host: config.host, port: config.port });
    if (mqttPort !== null) await openMqttDoor(mqttPort, doors, stoppers);
    await startWatch({ config, database, clock, log }, stoppers);
    startDeadMan(
      { url: config.deadmanUrl, clock, log, isReady: async () => (await probes.readiness()).ready },
      stoppers,
    );
    if (config.mqtt.kind === 'external' && config.roles.has('ingest'))
      openExternalMqtt(config.mqtt.url, clientIdOf(secret), doors, stoppers);
    if (people.demo && mqttPort !== null)
      playDemo(people.demo, { http: config.port, mqtt: mqttPort }, { config, log }, stoppers);
    return { url: config.publicUrl, mqttPort, people: people.lines, stop: stoppers.stopAll };
  } catch (error) {
    await stoppers.stopAll();
    throw error;
  }
}

/** What an external broker knows this installation by: the same at every start, another for every installation. */
const clientIdOf = (secret: string): string =>
  `tocsin-${createSeal(secret, 'mqtt client').hash('id').toString('hex').slice(0, 10)}`;

/** The demo may have had to take another port than the one it was told; links must name it. */
function withPort(config: Config, port: number): Config {
  const usual = config.publicUrl === `http://localhost:${config.port}`;
  return { ...config, port, publicUrl: usual ? `http://localhost:${port}` : config.publicUrl };
}

/** The program: settings from the environment, one line and exit code 1 when they are wrong, signals end it cleanly. */
export async function run(): Promise<void> {
  try {
    const config = parseConfig(readEnv(process.cwd(), process.env));
    const log = createLog(config.logLevel);
    const running = await start(config, log);
    console.info(`Tocsin ${version} is running at ${running.url}`);
    for (const line of running.people) console.info(line);
    endOnSignal(running, log);
    collectOnce();
  } catch (error) {
    if (!isForTheOperator(error)) throw error;
    console.error(`Tocsin can't start: ${error.message}`);
    process.exitCode = 1;
  }
}

/** What whoever starts us can mend: told in one line. Anything else is a fault of ours and keeps its trace. */
const isForTheOperator = (error: unknown): error is Error =>
  [SettingError, MigrationError, EmbeddedStartError].some((kind) => error instanceof kind);

function endOnSignal(running: Running, log: Log): void {
  let asked = 0;
  const end = (signal: string) => {
    asked += 1;
    // Whoever asks twice wants it now; what was acknowledged is committed.
    if (asked > 1) process.exit(1);
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
