import { stateTexts } from '@tocsin/contract/status';
import { type F500Node, feedMillNodes, nodePath } from '../f500-nodes.ts';
import { indexSensors } from '../sensor-index.ts';
import type { SimFrame, SimGroup } from '../shape.ts';

/**
 * Registers of the simulated F500, our own layout (it follows no maker's): input registers, addresses from 0.
 *   0            update counter, 0 to 255, moves on with every scan
 *   1            number of nodes
 *   10 + i       state of sensor i, a code of `modbusStates`; i = (node - 1) * 4 + (place - 1)
 *   1000 + 2 i   value of sensor i, float32 in two registers, high word first (ABCD); not a number when it has none
 * The same addresses as discrete inputs: i = alarm of sensor i.
 */
export const modbusStates: readonly string[] = [
  'OK',
  'Absolute',
  'Differential',
  'Open circuit',
  'Short circuit',
  'Contact Open',
  'Contact Closed',
  'Alarm',
  stateTexts.disabled,
  stateTexts.notScanned,
  stateTexts.lostNode,
];

export const modbusPlan = { counter: 0, nodes: 1, states: 10, values: 1000, sensorsPerNode: 4 } as const;

/** What a Modbus server answers from. */
export interface RegisterImage {
  register(address: number): number;
  bit(address: number): boolean;
}

/** Register image of the newest frame of an F500. */
export class F500Image implements RegisterImage {
  readonly #registers = new Uint16Array(2_048);
  readonly #alarms = new Uint8Array(1_024);
  readonly #nodes: readonly F500Node[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #scratch = new DataView(new ArrayBuffer(4));

  constructor(groups: readonly SimGroup[], nodes: readonly F500Node[] = feedMillNodes) {
    this.#nodes = nodes;
    this.#indexes = indexSensors(groups);
    this.#registers[modbusPlan.nodes] = nodes.length;
  }

  update(frame: SimFrame): void {
    const alarms = new Set(frame.alarm);
    for (const node of this.#nodes)
      for (let place = 1; place <= modbusPlan.sensorsPerNode; place++) {
        const i = (node.number - 1) * modbusPlan.sensorsPerNode + place - 1;
        const index = this.#indexes.get(nodePath(node, place)) ?? -1;
        const value = frame.v[index];
        const state = modbusStates.indexOf(frame.state[index] ?? '');
        this.#registers[modbusPlan.states + i] = Math.max(0, state);
        this.#alarms[i] = alarms.has(index) ? 1 : 0;
        this.#scratch.setFloat32(0, typeof value === 'number' ? value : Number.NaN);
        this.#registers[modbusPlan.values + 2 * i] = this.#scratch.getUint16(0);
        this.#registers[modbusPlan.values + 2 * i + 1] = this.#scratch.getUint16(2);
      }
    // Last: who sees a new counter sees the whole scan.
    this.#registers[modbusPlan.counter] = ((this.#registers[modbusPlan.counter] ?? 0) + 1) % 256;
  }

  register(address: number): number {
    return this.#registers[address] ?? 0;
  }

  bit(address: number): boolean {
    return this.#alarms[address] === 1;
  }
}
