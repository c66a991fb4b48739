// The services that the integration tests and proofs of `npm run ci` use: PostgreSQL, Mosquitto and NATS of this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Service {
  readonly name: string;
  readonly port: number;
  /** Set if the tests use a service elsewhere, which is not started here. */
  readonly setting: string;
  /** Starts the service in the background; undefined if it is not installed. */
  readonly command: string | undefined;
}

const ifInstalled = (program: string, command: string): string | undefined =>
  existsSync(program) ? command : undefined;

/** The newest installed major version of Debian's PostgreSQL. */
const postgresVersion = (): string | undefined => {
  const versions = existsSync('/etc/postgresql') ? readdirSync('/etc/postgresql') : [];
  return versions.sort((a, b) => Number(b) - Number(a))[0];
};

const services = (): readonly Service[] => [
  {
    name: 'PostgreSQL',
    port: 5432,
    setting: 'TEST_DATABASE_URL',
    command: ifInstalled(
      '/usr/bin/pg_ctlcluster',
      `pg_ctlcluster --skip-systemctl-redirect ${postgresVersion()} main start`,
    ),
  },
  {
    name: 'Mosquitto',
    port: 1883,
    setting: 'TEST_MQTT_URL',
    command: ifInstalled('/usr/sbin/mosquitto', 'mosquitto -d -c /etc/mosquitto/mosquitto.conf'),
  },
  {
    name: 'NATS',
    port: 4222,
    setting: 'TEST_NATS_URL',
    command: ifInstalled(
      '/usr/sbin/nats-server',
      'start-stop-daemon --start --oknodo --background --exec /usr/sbin/nats-server -- -a 127.0.0.1 -p 4222 -js -sd /var/lib/nats-server',
    ),
  },
];

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Waits up to half a minute; returns whether a service listens on the port. */
async function listens(port: number): Promise<boolean> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (await isListening(port)) return true;
    await sleep(500);
  }
  return false;
}

async function start({ name, port, setting, command }: Service): Promise<string> {
  if (!command) return `${name} does not listen on port ${port} and is not installed; ${setting} can name another one`;
  const { status, stderr, error } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  if (status !== 0) return `${name} was not running and could not be started: ${(error?.message ?? stderr).trim()}`;
  return (await listens(port))
    ? `${name} was not running and has been started`
    : `${name} was started but does not listen on port ${port}`;
}

/**
 * Starts each service that does not listen on its usual port, unless its setting names another one. Returns one line
 * for each of them that says whether it has been started.
 */
export async function startServices(wanted: readonly Service[] = services()): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const service of wanted)
    if (!process.env[service.setting] && !(await isListening(service.port))) lines.push(await start(service));
  return lines;
}
