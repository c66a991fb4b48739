import type { PlantDevice } from '@tocsin/e2e/plant';
import { TocsinServer } from '@tocsin/e2e/server';
import { fillHistory } from './history.ts';
import { sensorCount } from './load.ts';
import { makeRig, type Rig, rigOn } from './rig.ts';

/** The folder of an earlier version with its dependencies installed, which is measured in the same run. */
const earlierVersion = process.env.TOCSIN_EARLIER;

/** A portal whose only device has two days of history. */
export interface BenchPortal {
  /** Ends the names of its rows: empty for this version. */
  readonly name: string;
  readonly rig: Rig;
  readonly device: PlantDevice;
}

/** Starts this version, and an earlier one after it if TOCSIN_EARLIER names its folder. Each rig is to be removed. */
export async function openPortals(): Promise<readonly [BenchPortal, ...BenchPortal[]]> {
  const now = portalOn(await makeRig(1), '');
  if (earlierVersion === undefined) return [now];
  try {
    const server = await TocsinServer.start({ env: { LOG_LEVEL: 'warn' }, root: earlierVersion });
    return [now, portalOn(await rigOn(server, 1), ', earlier version', earlierVersion)];
  } catch (failure) {
    await now.rig.remove();
    throw failure;
  }
}

function portalOn(rig: Rig, name: string, version?: string): BenchPortal {
  const [device] = rig.devices;
  if (!device) throw new Error('no device');
  fillHistory(rig.server.dataDir, device.id, sensorCount, 2, version);
  return { name, rig, device };
}
