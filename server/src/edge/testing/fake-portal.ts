import { createServer } from 'node:http';
import {
  type EdgeConfiguration,
  EdgeExchange,
  type EdgeHealth,
  type EdgeItem,
  type EdgeResult,
} from '@tocsin/contract/edge-exchange';
import { saltedDigest } from '../../platform/salted-digest.ts';
import { signingKey } from '../../platform/signing-key.ts';

/** One exchange as the portal got it. */
interface Got {
  readonly lane: 'live' | 'backfill';
  readonly configuration: number;
  readonly health: EdgeHealth | undefined;
  readonly items: readonly EdgeItem[];
  readonly texts: readonly string[];
}

const key = signingKey('a secret of at least thirty-two characters', 'edges');

/** The portal's side of the exchange, in memory: it answers as a test says. */
export async function startFakePortal() {
  const got: Got[] = [];
  const portal = {
    got,
    isUp: true,
    configuration: null as EdgeConfiguration | null,
    /** The key that signs. */
    key,
    resultOf: (_item: EdgeItem): EdgeResult => 'stored',
    time: () => Date.now(),
    url: '',
    items: () => got.flatMap(({ items }) => items),
    frames: () => got.flatMap(({ items }) => items.flatMap((item) => (item.k === 'frame' ? item : []))),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      if (!portal.isUp) {
        response.destroy();
        return;
      }
      response.setHeader('content-type', 'application/json');
      if (request.url === '/api/v1/edge/claim/') {
        response.end(JSON.stringify({ id: 7, title: 'Head house', location: 'Elm', public_key: portal.key.publicKey }));
        return;
      }
      const said = EdgeExchange.parse(JSON.parse(body));
      const texts = (JSON.parse(body) as { items: unknown[] }).items.map((item) => JSON.stringify(item));
      const { lane, configuration: number, health, items } = said;
      got.push({ lane, configuration: number, health, items, texts });
      const newer = portal.configuration && portal.configuration.number > said.configuration;
      const text = JSON.stringify(portal.configuration);
      const configuration = newer ? { text, signature: portal.key.sign(text) } : null;
      response.end(JSON.stringify({ time: portal.time(), results: said.items.map(portal.resultOf), configuration }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  portal.url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return portal;
}
export type FakePortal = Awaited<ReturnType<typeof startFakePortal>>;

/** A configuration with one device 'LEG1' (id 5, serial number SN5, code code-5). */
export async function oneDevice(
  number: number,
  device: Partial<EdgeConfiguration['devices'][number]> = {},
): Promise<EdgeConfiguration> {
  return {
    number,
    edge: { id: 7, title: 'Head house' },
    site: { id: 3, title: 'Elm', client: 'Prairie', client_id: 2, timezone: 'America/Chicago' },
    gateway: { username: 'gateway-3', ...(await saltedDigest('gateway password')) },
    devices: [
      {
        id: 5,
        title: 'Leg 1',
        serial_number: 'SN5',
        code: await saltedDigest('code-5'),
        device_type: '0300',
        shown_type: '0300',
        udf_id: 'LEG1',
        ip_address: null,
        register_map: null,
        sensor_names: {},
        ...device,
      },
    ],
  };
}
