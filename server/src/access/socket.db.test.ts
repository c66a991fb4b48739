import { connect as connectTcp, type Socket } from 'node:net';
import { portOf } from '@tocsin/simulator/port-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type DrivenClock, drivenClock, systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createSocketRegistry, type SocketRegistry } from '../platform/socket-registry.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { type MadeDevice, makeDevice, makeUser, signedIn } from '../platform/testing/factories.ts';
import { createSockets } from './socket.ts';
import { loadDeviceByUdfId } from './store.ts';
import { createAccessChanges } from './store-access-changes.ts';
import { type TestApi, testApi } from './testing.ts';

const database = testDatabase();
const log = createLog('silent');
const beats: DrivenClock = drivenClock(0);
let api: TestApi;
let port: number;
let device: MadeDevice;
let changes: ReturnType<typeof createAccessChanges>;
const fed = { open: 0, stopped: 0, again: 0 };
/** A socket whose subject is looked up when the test lets it. */
const slow: { calls: string[]; lookup: () => Promise<void> } = { calls: [], lookup: async () => undefined };
let recheck: ReturnType<typeof createSockets>['recheck'];
let keeper: SocketRegistry;

beforeAll(async () => {
  const { db } = database;
  api = await testApi(db, (a) => {
    keeper = createSocketRegistry(beats, { perHolder: 3 });
    const sockets = createSockets(a, {
      keeper,
      clock: systemClock,
      log,
      publicUrl: 'https://plant.example',
      authWithinMs: 2000,
    });
    sockets.add({
      paths: ['/api/v1/ws/device-data/:udf_id/'],
      may: 'device.open',
      account: false,
      subjectId: async ({ udf_id }) => (await loadDeviceByUdfId(db, udf_id ?? ''))?.deviceId,
      open: (socket, { subject }) => {
        fed.open += 1;
        const select = () => socket.send(JSON.stringify({ Id: String(subject.deviceId) }));
        select();
        return {
          again: () => {
            fed.again += 1;
            select();
          },
          stop: () => {
            fed.stopped += 1;
          },
        };
      },
    });
    sockets.add({
      paths: ['/api/v1/ws/current-user-notifications/'],
      may: 'signed-in',
      account: false,
      isOfAllClients: true,
      subjectId: async () => undefined,
      open: (socket) => {
        const send = () => socket.send('{}');
        send();
        return { changed: send, stop: () => {} };
      },
    });
    sockets.add({
      paths: ['/api/v1/ws/slow/:id/'],
      may: 'signed-in',
      account: false,
      subjectId: async () => slow.lookup().then(() => undefined),
      open: (_socket, { params }) => ({
        changed: () => slow.calls.push(`changed ${params.id}`),
        stop: () => slow.calls.push(`stop ${params.id}`),
      }),
    });
    sockets.add({
      paths: ['/api/v1/ws/account/'],
      may: 'signed-in',
      account: true,
      subjectId: async () => undefined,
      open: (socket) => {
        socket.send('{}');
        return { stop: () => {} };
      },
    });
    recheck = sockets.recheck;
    changes = createAccessChanges(database.address, systemClock, log, sockets.recheck);
  });
  await changes.start();
  await api.http.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(api.http.server);
  device = await makeDevice(db, { udf_id: 'Leg-1' });
});
afterAll(async () => {
  await changes.stop();
  await api.http.close();
});

interface Heard {
  readonly ws: WebSocket;
  readonly messages: string[];
  /** Resolves at the first message. */
  readonly first: Promise<string>;
  /** Resolves with the close code, or the HTTP status of a refused upgrade. */
  readonly ended: Promise<number>;
}
const connect = (path: string, { origin, say }: { origin?: string; say?: object } = {}): Heard => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, origin ? { origin } : {});
  const messages: string[] = [];
  const first = new Promise<string>((resolve) => {
    ws.on('message', (data) => {
      messages.push(data.toString());
      resolve(data.toString());
    });
  });
  const ended = new Promise<number>((resolve) => {
    ws.on('close', (code) => resolve(code));
    ws.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      ws.terminate();
    });
    ws.on('error', () => {});
  });
  if (say) ws.on('open', () => ws.send(JSON.stringify(say)));
  return { ws, messages, first, ended };
};
const someone = async (on: Record<number, 'User' | 'Manager'> = { [device.siteId]: 'User' }) => {
  const user = await makeUser(database.db, { on });
  return await signedIn(api.http, database.db, user);
};

describe('a socket that closes while its rights are checked', () => {
  it('starts nothing anew', async () => {
    const { token } = await someone();
    const { ws, ended } = connect(`/api/v1/ws/slow/1/?token=${token}`);
    await new Promise((resolve) => ws.once('open', resolve));
    const answers = Promise.withResolvers<void>();
    const asked = new Promise<void>((resolve) => {
      slow.lookup = async () => {
        resolve();
        await answers.promise;
      };
    });
    recheck({ kind: 'all' });
    await asked;
    ws.close();
    await ended;
    await expect.poll(() => slow.calls).toEqual(['stop 1']);
    answers.resolve();
    slow.lookup = async () => undefined;
    // Another socket that is opened and checked after the first one's check has gone on.
    const later = connect(`/api/v1/ws/slow/2/?token=${token}`);
    await new Promise((resolve) => later.ws.once('open', resolve));
    recheck({ kind: 'all' });
    await expect.poll(() => slow.calls).toContain('changed 2');
    expect(slow.calls).toEqual(['stop 1', 'changed 2']);
    later.ws.close();
    await later.ended;
  });
});

describe('a socket refuses', () => {
  // spec: decisions 8 refusals 401, 403, 404 at the upgrade
  it('at the upgrade: a wrong token with 401, a suspended device with 403, a foreign and an unknown one with 404', async () => {
    const { db } = database;
    const { token } = await someone();
    const off = await makeDevice(db, { site_id: device.siteId, udf_id: 'Off', is_suspended: true });
    await makeDevice(db, { udf_id: 'Foreign' });
    expect(off.siteId).toBe(device.siteId);
    expect(await connect(`/ws/device-data/Leg-1/?token=${'x'.repeat(43)}`).ended).toBe(401);
    expect(await connect(`/ws/device-data/Off/?token=${token}`).ended).toBe(403);
    expect(await connect(`/api/v1/ws/device-data/Foreign/?token=${token}`).ended).toBe(404);
    expect(await connect(`/ws/device-data/None/?token=${token}`).ended).toBe(404);
    expect(fed.open).toBe(0);
  });

  // spec: decisions 8 close codes 4401, 4403, 4404; auth due within 5 s
  // meets: owasp-asvs-5 V4.4.4
  it('by close code when the token comes as a message, and when none comes in time', async () => {
    const { token } = await someone();
    const auth = (t: string) => ({ command: 'auth', token: t });
    expect(await connect('/ws/device-data/Leg-1/', { say: auth('x'.repeat(43)) }).ended).toBe(4401);
    expect(await connect('/ws/device-data/Off/', { say: auth(token) }).ended).toBe(4403);
    expect(await connect('/ws/device-data/Foreign/', { say: auth(token) }).ended).toBe(4404);
    expect(await connect('/ws/device-data/Leg-1/', { say: { token } }).ended).toBe(4401);
    expect(await connect('/ws/device-data/Leg-1/').ended).toBe(4401);
    expect(fed.open).toBe(0);
  });

  // spec: decisions 8 Origin is checked
  // meets: owasp-asvs-5 V4.4.2
  it('a page of another origin, and lets our own in', async () => {
    const { token } = await someone();
    const path = `/ws/device-data/leg-1/?token=${token}`;
    expect(await connect(path, { origin: 'https://evil.example' }).ended).toBe(403);
    for (const origin of ['https://plant.example', `http://127.0.0.1:${port}`]) {
      const heard = connect(path, { origin });
      expect(JSON.parse(await heard.first)).toEqual({ Id: String(device.id) });
      heard.ws.close();
    }
  });

  // spec: decisions 1 200 sockets a person
  it('more than the limit for one person', async () => {
    const { token } = await someone();
    const path = `/ws/device-data/Leg-1/?token=${token}`;
    const three = [connect(path), connect(path), connect(path)];
    await Promise.all(three.map((h) => h.first));
    expect(await connect(path).ended).toBe(4429);
    for (const h of three) h.ws.close();
    await Promise.all(three.map((h) => h.ended));
  });

  it("of the account a session from a client's provider, and lets the person's own sign-in in", async () => {
    const { token, userId } = await someone();
    const path = `/ws/account/?token=${token}`;
    const own = connect(path);
    await own.first;
    own.ws.close();
    await database.db
      .updateTable('session')
      .set({ only_client_id: device.clientId })
      .where('user_id', '=', userId)
      .execute();
    expect(await connect(path).ended).toBe(403);
    const ofDevice = connect(`/ws/device-data/Leg-1/?token=${token}`);
    await ofDevice.first;
    ofDevice.ws.close();
  });

  it('a session whose second factor is open', async () => {
    const { db } = database;
    const calls = await someone();
    await db.updateTable('client').set({ is_2fa_required: true }).where('id', '=', device.clientId).execute();
    expect(await connect(`/ws/device-data/Leg-1/?token=${calls.token}`).ended).toBe(403);
    await db.updateTable('client').set({ is_2fa_required: false }).where('id', '=', device.clientId).execute();
  });
});

describe('a selection that is foreign or no longer exists', () => {
  const auth = async () => ({ command: 'auth', token: (await someone()).token });

  it('refuses the socket of a device, by address and by message', async () => {
    const { token } = await auth();
    expect(await connect(`/ws/device-data/Leg-1/?token=${token}&selection=999999,,`).ended).toBe(404);
    const say = { ...(await auth()), selection: '999999,,' };
    expect(await connect('/ws/device-data/Leg-1/', { say }).ended).toBe(4404);
  });

  it('does not matter to a socket of all clients, which stays open when rights change', async () => {
    const { db } = database;
    const remote = await makeDevice(db);
    const path = '/ws/current-user-notifications/';
    const { token, userId } = await someone();
    const byAddress = connect(`${path}?token=${token}&selection=${remote.clientId},,`);
    const byMessage = connect(path, { say: { command: 'auth', token, selection: '999999,,' } });
    await Promise.all([byAddress.first, byMessage.first]);
    const heardAgain = [byAddress, byMessage].map(({ ws }) => new Promise((resolve) => ws.once('message', resolve)));
    await db.updateTable('users').set({ is_accounts_management: true }).where('id', '=', userId).execute();
    await Promise.all(heardAgain);
    for (const { ws } of [byAddress, byMessage]) ws.close();
  });
});

describe('an open socket', () => {
  const open = async (token: string) => {
    const heard = connect(`/api/v1/ws/device-data/LEG-1/?token=${token}`);
    await heard.first;
    return heard;
  };

  // meets: owasp-asvs-5 V4.4.3
  it('closes at once when its session ends, its person is deactivated or loses the site, and when the device is removed', async () => {
    const { db } = database;
    const [a, b, c, d] = [await someone(), await someone(), await someone(), await someone()];
    const [ha, hb, hc, hd] = [await open(a.token), await open(b.token), await open(c.token), await open(d.token)];
    await db.updateTable('session').set({ ended_at: new Date() }).where('user_id', '=', a.userId).execute();
    expect(await ha.ended).toBe(4401);
    await db.updateTable('users').set({ is_active: false }).where('id', '=', b.userId).execute();
    expect(await hb.ended).toBe(4401);
    await db.updateTable('membership').set({ has_access: false }).where('user_id', '=', c.userId).execute();
    expect(await hc.ended).toBe(4404);
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', device.id).execute();
    expect(await hd.ended).toBe(4404);
    await db.updateTable('device').set({ removed_at: null }).where('id', '=', device.id).execute();
  });

  it('answers a ping with a pong, and no other message', async () => {
    const heard = await open((await someone()).token);
    const pong = new Promise((resolve) => heard.ws.once('message', (data) => resolve(JSON.parse(data.toString()))));
    heard.ws.send('nonsense');
    heard.ws.send('{"command":"ping"}');
    expect(await pong).toEqual({ command: 'pong', sent_at: expect.any(Number) });
    heard.ws.close();
  });

  it('answers a ping sent with the token only after the subscription, so that nothing is missed after the pong', async () => {
    const { token } = await someone();
    const heard = connect('/ws/device-data/Leg-1/', { say: { command: 'auth', token } });
    heard.ws.once('open', () => heard.ws.send('{"command":"ping"}'));
    while (heard.messages.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(heard.messages.map((text) => Object.keys(JSON.parse(text))[0])).toEqual(['Id', 'command']);
    heard.ws.close();
  });

  // spec: decisions 8 heartbeat every 10 s
  it('receives the current state again every ten seconds, and is closed when it does not answer', async () => {
    const calls = await someone();
    const heard = await open(calls.token);
    const again = fed.again;
    const pinged = new Promise((resolve) => heard.ws.once('ping', resolve));
    beats.advanceTo(beats.now() + 10_000);
    await pinged;
    expect(fed.again).toBeGreaterThan(again);
    heard.ws.pause();
    beats.advanceTo(beats.now() + 20_000);
    heard.ws.resume();
    expect(await heard.ended).toBe(1006);
    expect(fed.stopped).toBe(fed.open);
  });
});

describe('sockets whose page goes away', () => {
  const headOf = (path: string): string =>
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');
  /** A masked text message; the mask is zero. */
  const frameOf = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(8);
    head.writeUInt16BE(0x81_fe);
    head.writeUInt16BE(bytes.length, 2);
    return Buffer.concat([head, bytes]);
  };
  const nothing = async (): Promise<void> => {};

  it('at any of 20 moments leave neither an open socket nor a place of their person', async () => {
    const user = await makeUser(database.db, { on: { [device.siteId]: 'User' } });
    const { token } = await signedIn(api.http, database.db, user);
    const open = keeper.count();
    const byQuery = headOf(`/api/v1/ws/slow/cut/?token=${token}`);
    const byMessage = headOf('/api/v1/ws/slow/cut/');
    const auth = frameOf(JSON.stringify({ command: 'auth', token }).padEnd(200));
    /** Sends what it is given and resets the connection, before or while the subject is looked up. */
    const cut = async (pieces: readonly (string | Buffer)[], isDuringLookup: boolean): Promise<void> => {
      const accepted = new Promise<Socket>((resolve) => api.http.server.once('connection', resolve));
      const client = connectTcp(port, '127.0.0.1').on('error', () => {});
      const socket = await accepted;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const lookup = Promise.withResolvers<void>();
      slow.lookup = isDuringLookup
        ? async () => {
            lookup.resolve();
            client.resetAndDestroy();
            await closed;
          }
        : nothing;
      for (const piece of pieces) await new Promise((resolve) => client.write(piece, resolve));
      if (isDuringLookup) await lookup.promise;
      else client.resetAndDestroy();
      await closed;
    };
    for (let n = 1; n <= 8; n++) await cut([byQuery.slice(0, Math.floor((byQuery.length * n) / 8))], false);
    for (let n = 0; n < 10; n++) await cut([byMessage, auth.subarray(0, Math.floor((auth.length * n) / 9))], false);
    await cut([byQuery], true);
    await cut([byMessage, auth], true);
    slow.lookup = nothing;
    await expect.poll(() => keeper.count()).toBe(open);
    await expect.poll(() => keeper.has(`user ${user.id}`)).toBe(0);
  });
});
