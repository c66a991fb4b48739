// What a dashboard receives of a device: the newest document of its socket.
import type { Api } from '@tocsin/e2e/api';
import type { PlantDevice } from '@tocsin/e2e/plant';
import type { TocsinServer } from '@tocsin/e2e/server';
import WebSocket from 'ws';
import { pause } from './_pause.ts';

/** What is read of a live document's sensor. */
export interface ShownSensor {
  readonly Value: number | null;
  readonly Alarm: boolean;
  readonly Meta: { readonly State: string };
}
export interface LiveDocument {
  readonly groups?: readonly { readonly sensors: readonly ShownSensor[] }[];
}

/** Opens the socket of a device's dashboard; `document` is the newest whole one. */
export async function watchDevice(
  server: TocsinServer,
  api: Api,
  device: PlantDevice,
): Promise<{ document: LiveDocument | null; close(): void }> {
  const url = server.url.replace('http', 'ws');
  const socket = new WebSocket(`${url}/api/v1/ws/device-data/${device.address}/?token=${api.token}`, {
    origin: server.url,
  });
  const watch: { document: LiveDocument | null; close(): void } = { document: null, close: () => socket.close() };
  socket.on('message', (text) => {
    const document: LiveDocument = JSON.parse(String(text));
    if (document.groups) watch.document = document;
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return watch;
}

export const sensorsOf = (document: LiveDocument | null): readonly ShownSensor[] =>
  document?.groups?.flatMap((group) => group.sensors) ?? [];

/** The value of `look` as soon as it is the expected one, or its last value after the time limit. */
export async function until<T>(look: () => T | Promise<T>, wanted: unknown, withinMs = 15_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const got = await look();
    if (JSON.stringify(got) === JSON.stringify(wanted) || Date.now() > end) return got;
    await pause(50);
  }
}

/** Prints one line of expected and got; returns false when they differ. */
export function compare(what: string, expected: unknown, got: unknown): boolean {
  const same = JSON.stringify(expected) === JSON.stringify(got);
  console.log(`${same ? 'ok  ' : 'FAIL'} ${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  return same;
}
