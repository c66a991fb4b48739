// What a dashboard sees of a device: the newest document of its socket.
import WebSocket from 'ws';

export async function watchDevice(server, api, device) {
  const url = server.url.replace('http', 'ws');
  const socket = new WebSocket(`${url}/api/v1/ws/device-data/${device.address}/?token=${api.token}`, {
    origin: server.url,
  });
  const watch = { document: null, close: () => socket.close() };
  socket.on('message', (text) => {
    const document = JSON.parse(text.toString());
    if (document.groups) watch.document = document;
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return watch;
}

export const sensorsOf = (document) => document?.groups?.flatMap((group) => group.sensors) ?? [];

/** The value of `look` once it is what is wanted, or what it was when the time was over. */
export async function until(look, wanted, withinMs = 15_000) {
  const end = Date.now() + withinMs;
  for (;;) {
    const got = await look();
    if (JSON.stringify(got) === JSON.stringify(wanted) || Date.now() > end) return got;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Prints one line of expected and got; false when they differ. */
export function compare(what, expected, got) {
  const same = JSON.stringify(expected) === JSON.stringify(got);
  console.log(`${same ? 'ok  ' : 'FAIL'} ${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  return same;
}
