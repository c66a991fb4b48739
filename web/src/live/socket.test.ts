import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveSocket as Socket, SocketState } from './socket.ts';

/** The part of the browser's socket that a channel uses; the test acts as the server. */
class FakeSocket {
  static readonly OPEN = 1;
  static created: FakeSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  readonly sent: string[] = [];
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.created.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify({ command: 'pong', sent_at: Date.now() }) });
  }
  end(code: number): void {
    this.onclose?.({ code });
  }
}

const storage = { getItem: () => null, setItem() {}, removeItem() {}, clear() {} };
const page = { addEventListener() {}, removeEventListener() {}, hidden: false };
const stillSignedIn = async (): Promise<boolean> => true;
let channel: Socket;
let states: SocketState[];

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.created = [];
  states = [];
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, storage);
  vi.stubGlobal('window', { ...page, location: new URL('http://portal.example/') });
  vi.stubGlobal('document', page);
  vi.stubGlobal('WebSocket', FakeSocket);
  const { LiveSocket } = await import('./socket.ts');
  channel = new LiveSocket({
    path: 'v1/ws/device-data/U1/',
    onMessage: () => undefined,
    onState: (state) => states.push(state),
    stillSignedIn,
  });
  channel.start();
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const last = (): FakeSocket => {
  const socket = FakeSocket.created.at(-1);
  if (!socket) throw new Error('no socket');
  return socket;
};

test('sends its token in the first message and never in the address', () => {
  last().open();
  expect(last().url).toBe('ws://portal.example/api/v1/ws/device-data/U1/');
  expect(JSON.parse(last().sent[0] ?? '')).toMatchObject({ command: 'auth', token: expect.any(String) });
});

// The selected client may have been removed; the bell must still work.
test('names the selected client, except on a channel of all clients', async () => {
  const [{ LiveSocket }, { setSelection }] = await Promise.all([
    import('./socket.ts'),
    import('../domain/selection.ts'),
  ]);
  setSelection({ client: 7, site: 8, device: 9 });
  const options = { path: 'v1/ws/x/', onMessage: () => undefined, onState: () => undefined, stillSignedIn };
  const auths = [false, true].map((ofAllClients) => {
    const other = new LiveSocket({ ...options, ofAllClients });
    other.start();
    last().open();
    other.stop();
    return JSON.parse(last().sent[0] ?? '');
  });
  setSelection(null);
  expect(auths.map(({ selection }) => selection)).toEqual(['7,,', undefined]);
});

test('reconnects by itself after a loss', async () => {
  last().open();
  last().end(1006);
  expect(states.at(-1)).toBe('down');
  await vi.advanceTimersByTimeAsync(1_000);
  last().open();
  expect([FakeSocket.created.length, states.at(-1)]).toEqual([2, 'open']);
});

// A wall display is open for weeks, and must show new values after a suspension ends.
test('a refused channel stays refused until access is restored', async () => {
  last().open();
  last().end(4403);
  expect(states.splice(0).at(-1)).toBe('refused');
  for (let tries = 2; tries <= 4; tries++) {
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.created.length).toBe(tries);
    // A page cannot see why an upgrade failed, so the state is unchanged.
    last().end(1006);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(new Set(states)).toEqual(new Set(['refused']));
  await vi.advanceTimersByTimeAsync(30_000);
  last().open();
  expect(states.at(-1)).toBe('open');
  last().end(1006);
  expect(states.at(-1)).toBe('down');
});

test('ends with the session', async () => {
  last().open();
  channel.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeSocket.created).toHaveLength(1);
});
