// An edge whose disk is full in earnest: its data folder is a file system of a few megabytes, smaller than EDGE_QUEUE_MB.
// With the line cut, a device sends until a write fails (ENOSPC) and a push stays unacknowledged; the edge is killed (-9)
// and started again on the full disk. When the line is back, what was acknowledged is in the portal once, and the edge
// takes new frames. Needs the right to mount.
import { spawnSync } from 'node:child_process';
import { Api } from '@tocsin/e2e/api';
import { EdgeProcess, openLine } from '@tocsin/e2e/edge';
import { makePlant } from '@tocsin/e2e/plant';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { pause } from '../support/_pause.ts';
import { birthAt, compare, frameAt, post, type Sender, send } from './_edge-senders.ts';

export const hasShort = false;

const diskSize = '3m';
const perPost = 200;

interface Listed {
  readonly results: readonly {
    readonly state: string;
    readonly health: { readonly queue_records: number; readonly is_full: boolean } | null;
  }[];
}

export async function run(): Promise<boolean | null> {
  const edge = new EdgeProcess();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', edge.dataDir]);
  if (mounted.status !== 0) {
    console.log('mount is not allowed here: nothing was checked');
    await edge.remove();
    return null;
  }
  const server = await TocsinServer.start();
  const line = await openLine(server.port);
  try {
    const api = await Api.signIn(server.url, admin.email, admin.password);
    const plant = await makePlant(api, [{ title: 'Leg 1', type: '0300' }]);
    const [device] = plant.devices;
    if (!device) throw new Error('no device');
    const edges = `locations/${plant.siteId}/edges/`;
    const made = await api.post<{ readonly id: number; readonly code: string }>(edges, { title: 'Head house' });
    await api.call('PATCH', `${edges}${made.id}/`, { devices: [device.id] });
    await edge.start({ EDGE_PORTAL: line.url, EDGE_CODE: made.code, EDGE_QUEUE_MB: '100', EDGE_MQTT_PORT: 'off' });
    const sender: Sender = { device, hasSeq: true, acknowledged: [], resent: 0, refused: 0 };
    const start = Date.now() - 24 * 3_600_000;
    while ((await post(edge, sender, 'birth', birthAt(start))) !== 200) await pause(100);
    line.cut();

    let posts = 0;
    const next = () => Array.from({ length: perPost }, (_, i) => frameAt(sender, start + posts * perPost + i, false));
    while (await send(edge, sender, next(), 1)) posts++;
    const whenFull = sender.acknowledged.length;
    await edge.kill();
    await edge.start();
    // Still full: the frames that were not acknowledged are refused again, or there is room for a few after the cut tail.
    while (await send(edge, sender, next(), 1)) posts++;
    const refused = sender.refused;

    line.restore();
    const stateOf = async () => (await api.get<Listed>(edges)).results[0];
    const isDrained = async () => {
      const row = await stateOf().catch(() => undefined);
      return row?.state === 'online' && row.health?.queue_records === 0 && !row.health.is_full;
    };
    while (!(await isDrained())) await pause(300);
    const takesAgain = await send(edge, sender, next());
    // The edge's word is some seconds old: what counts is what the portal has.
    let counted = await compare(api, sender);
    for (let i = 0; i < 120 && counted.lost > 0; i++) {
      await pause(1_000);
      counted = await compare(api, sender);
    }
    const { found, lost, doubled, foreign } = counted;
    console.log(`\n| | got | expected |\n|---|---|---|`);
    for (const [name, got, expected] of [
      ['frames acknowledged until the disk was full', whenFull, 'more than 0'],
      ['pushes refused by the full disk', refused, 'at least 2'],
      ['frames found in the portal', found, String(new Set(sender.acknowledged).size)],
      ['lost', lost, '0'],
      ['doubled', doubled, '0'],
      ['times that no device sent', foreign, '0'],
      ['takes frames again', takesAgain ? 'yes' : 'no', 'yes'],
    ] as const)
      console.log(`| ${name} | ${got} | ${expected} |`);
    return whenFull > 0 && refused >= 2 && lost + doubled + foreign === 0 && takesAgain;
  } finally {
    await edge.kill();
    spawnSync('umount', [edge.dataDir]);
    await edge.remove();
    line.stop();
    await server.remove();
  }
}
