import { createServer, type Socket } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import { describe, expect, it } from 'vitest';
import { ConnectPace, PacedClient } from './connect-pace.ts';

/** A clock on which waiting takes no time: it notes when each turn came. */
const drivenPace = () => {
  const waits: { readonly at: number; readonly go: () => void }[] = [];
  let now = 0;
  const pace = new ConnectPace(
    { now: () => now, wait: (ms) => new Promise((go) => waits.push({ at: now + ms, go })) },
    { everyMs: 50, longestWaitMs: 1_000 },
  );
  return {
    pace,
    waits,
    moveTo: (to: number) => {
      now = to;
    },
  };
};

describe('the pace of connecting', () => {
  it('makes nobody wait while the database answers', async () => {
    const { pace, waits } = drivenPace();
    await Promise.all(Array.from({ length: 60 }, () => pace.turn()));
    expect(waits).toEqual([]);
  });

  it('lets 20 a second of any number of attempts begin while it is away, and refuses the rest at once', async () => {
    const { pace, waits } = drivenPace();
    const away = new Error('connect ECONNREFUSED');
    pace.failed(away);
    const turns = Array.from({ length: 60 }, () =>
      pace.turn().then(
        () => 'begun',
        (error: unknown) => error,
      ),
    );
    const refused = await Promise.all(turns.slice(waits.length));
    expect(new Set(refused)).toEqual(new Set([away]));
    expect(waits.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, n) => 50 * (n + 1)));
    for (const { go } of waits) go();
    expect(await Promise.all(turns.slice(0, 20))).toEqual(Array.from({ length: 20 }, () => 'begun'));
  });

  it('keeps its pace over the failures of its own attempts, and ends with the first success', async () => {
    const { pace, waits, moveTo } = drivenPace();
    pace.failed(new Error('first'));
    void pace.turn();
    moveTo(50);
    pace.failed(new Error('second'));
    void pace.turn();
    expect(waits.map(({ at }) => at)).toEqual([50, 100]);
    pace.succeeded();
    await pace.turn();
    expect(waits).toHaveLength(2);
  });
});

describe('a paced client', () => {
  it('that was ended while it waited opens no connection', async () => {
    const accepted: Socket[] = [];
    const server = createServer((socket) => void accepted.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const options = { host: '127.0.0.1', port: portOf(server), connectionTimeoutMillis: 5_000 };
    const first = new PacedClient(options);
    const failed = first.connect().catch((error: Error) => error);
    await expect.poll(() => accepted.length).toBe(1);
    accepted[0]?.destroy();
    expect(await failed).toBeInstanceOf(Error);
    const second = new PacedClient(options);
    const ended = second.connect().catch((error: Error) => error.message);
    await second.end();
    expect(await ended).toBe('Connection terminated before it was made');
    expect(accepted).toHaveLength(1);
    server.close();
  });
});
