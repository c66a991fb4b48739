import type { ShippedCode } from '@tocsin/contract/device-type';
import { SimDevice } from './device.ts';
import { F500 } from './f500.ts';
import { feedMillNodes, pelletLineNodes } from './f500-nodes.ts';
import { EthNode1, EthNode2 } from './ie-node.ts';
import type { Schedule } from './schedule.ts';
import { Wdc4 } from './wdc4.ts';

export interface SimOptions {
  readonly type: ShippedCode;
  readonly seed: number;
  readonly startMs: number;
  readonly schedule?: Schedule;
  readonly ambientC?: number;
  /** Bearings start warm, as after long running. */
  readonly warm?: boolean;
  readonly frameMs?: number;
  readonly tickMs?: number;
  readonly jitter?: number;
  readonly uptimeS?: number;
  /** Share (0 to 1) of an F500's nodes that a scan misses. */
  readonly missed?: number;
}

function createModel(options: SimOptions) {
  switch (options.type) {
    case '0300':
      return new Wdc4(options);
    case '0005':
      return new EthNode1(options);
    case '0006':
      return new EthNode2(options);
    case 'F500':
      return new F500({ ...options, type: 'F500', nodes: feedMillNodes });
    case 'F500-UDF':
      return new F500({ ...options, type: 'F500-UDF', nodes: pelletLineNodes });
    default:
      return options.type satisfies never;
  }
}

/**
 * Creates a simulated device of any type. The physics of a T500 run in steps of a second, because it scans every ten.
 */
export function createDevice(options: SimOptions): SimDevice {
  const coarse = options.type === 'F500' || options.type === 'F500-UDF';
  return new SimDevice(createModel(options), { tickMs: coarse ? 1_000 : 100, ...options });
}
