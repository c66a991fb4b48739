import { type ChildProcess, execFileSync, spawn } from 'node:child_process';

/** Addresses of the two ends: this machine's, and that of the devices behind the cable. */
const near = '10.77.31.1';
const far = '10.77.31.2';
const namespace = `tocsin-proof-${process.pid}`;

/** Runs behind the cable: what connects there is passed on to the near end. */
const relay = `
  const net = require('node:net');
  const server = net.createServer((device) => {
    const line = net.connect(Number(process.argv[1]), process.argv[2]);
    for (const socket of [device, line]) socket.on('error', () => socket.destroy());
    device.pipe(line).pipe(device);
  });
  server.listen(0, process.argv[3], () => console.log(server.address().port));`;

/** A cable between this machine and its devices, in a network namespace of Linux. */
export interface Cable {
  /** Where a device behind the cable connects, to reach this port of the machine. */
  to(port: number): Promise<{ readonly host: string; readonly port: number }>;
  /** From here on no packet gets through, in either direction. */
  pull(): void;
  plugIn(): void;
  remove(): void;
}

const ip = (...words: readonly string[]): void => void execFileSync('ip', words, { stdio: 'pipe' });
const behind = (...words: readonly string[]): void => ip('-n', namespace, ...words);

/** Lays the cable; null where only root on Linux could. */
export function layCable(): Cable | null {
  const ends = ['tocsin-near', 'tocsin-far'] as const;
  try {
    ip('netns', 'add', namespace);
  } catch {
    return null;
  }
  const relays: ChildProcess[] = [];
  const remove = (): void => {
    for (const one of relays) one.kill('SIGKILL');
    ip('netns', 'del', namespace);
  };
  try {
    ip('link', 'add', ends[0], 'type', 'veth', 'peer', 'name', ends[1], 'netns', namespace);
    ip('addr', 'add', `${near}/30`, 'dev', ends[0]);
    ip('link', 'set', ends[0], 'up');
    behind('addr', 'add', `${far}/30`, 'dev', ends[1]);
    behind('link', 'set', ends[1], 'up');
  } catch (failure) {
    remove();
    throw failure;
  }
  return {
    async to(port) {
      const words = ['netns', 'exec', namespace, process.execPath, '-e', relay, String(port), near, far];
      const child = spawn('ip', words, { stdio: ['ignore', 'pipe', 'inherit'] });
      relays.push(child);
      const [line] = await new Promise<readonly string[]>((resolve) =>
        child.stdout.once('data', (bytes: Buffer) => resolve(String(bytes).split('\n'))),
      );
      return { host: far, port: Number(line) };
    },
    pull: () => behind('link', 'set', ends[1], 'down'),
    plugIn: () => behind('link', 'set', ends[1], 'up'),
    remove,
  };
}
