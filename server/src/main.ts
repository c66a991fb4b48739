import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from './base/clock.ts';
import { type Config, parseConfig, readEnv, SettingError } from './base/config.ts';
import { openDataFolder, openSecret } from './base/data-folder.ts';
import { startDatabase } from './base/db.ts';
import { freePort } from './base/free-port.ts';
import { buildHttp } from './base/http.ts';
import { createLog, type Log } from './base/log.ts';
import { MigrationError, migrate } from './base/migrate.ts';
import { createSeal } from './base/seal.ts';
import { startKnownDevices } from './main/devices.ts';
import { makeFirstPeople } from './main/people.ts';
import { addRooms, roomLoaders } from './main/rooms.ts';
import { createStoppers } from './main/stoppers.ts';
import { createGate } from './policy/gate.ts';
import { createApi } from './policy/route.ts';
import { codePurpose } from './rooms/devices/index.ts';
import { loadDeviceSettings } from './rooms/sensors/index.ts';

/** A running Tocsin: where it listens, and how to stop it (in reverse of its start, each part once). */
export interface Running {
  readonly url: string;
  readonly mqttPort: number;
  /** Who can sign in now, for the one who started it. */
  readonly people: readonly string[];
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Builds everything and starts it in order; when a part can't start, what has started is stopped again. */
export async function start(config: Config, log: Log, clock: Clock = systemClock): Promise<Running> {
  const stoppers = createStoppers(log);
  try {
    openDataFolder(config.dataDir);
    const secret = openSecret(config.dataDir, config.secret);
    const port = await freePort('PORT', config.host, config.port, config.demo);

    const database = await startDatabase(config, log);
    stoppers.add('database', database.stop);
    await migrate(database.pool, log);

    const seal = createSeal(secret, codePurpose);
    const people = await makeFirstPeople({ config, clock, seal, db: database.db });
    const devices = await startKnownDevices({
      db: database.db,
      log,
      clock,
      seal,
      loadSettings: (ids) => loadDeviceSettings(database.db, ids),
    });
    stoppers.add('catalog', devices.stop);

    const gate = createGate(database.db, () => clock.now(), roomLoaders(database.db));
    const http = await buildHttp({
      log: log.with({ part: 'http' }),
      title: 'Tocsin',
      version,
      webDir: join(root, 'web/dist'),
      trustProxy: config.trustProxy,
      https: config.publicUrl.startsWith('https:'),
      probes: {
        readiness: async () => ({ ready: true, parts: { database: 'ok' } }),
        metrics: async () => '',
        trustProxy: config.trustProxy,
        ...(config.metricsToken ? { metricsToken: config.metricsToken } : {}),
      },
    });
    stoppers.add('http', () => http.close());
    const api = createApi(http, gate);
    await addRooms(api, {
      ...{ config, log, clock, db: database.db, seal },
      catalog: devices.catalog,
      glance: () => undefined,
      administered: async () => {},
      acknowledged: () => {},
      live: () => undefined,
    });
    await http.listen({ host: config.host, port });
    const address = http.server.address();
    const open = address !== null && typeof address === 'object' ? address.port : port;
    return { url: `http://localhost:${open}`, mqttPort: 0, people: people.lines, stop: stoppers.stopAll };
  } catch (error) {
    await stoppers.stopAll();
    throw error;
  }
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
  } catch (error) {
    if (!(error instanceof SettingError) && !(error instanceof MigrationError)) throw error;
    console.error(`Tocsin can't start: ${error.message}`);
    process.exitCode = 1;
  }
}

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
