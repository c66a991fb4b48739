import type { SimGroup, SimSensor } from './shape.ts';

export type NodeKind = 'temperature' | 'contact' | 'speed';

/** One node of a T500: its number, its machine, and which of its four sensors are wired. */
export interface F500Node {
  readonly number: number;
  readonly name: string;
  readonly kind: NodeKind;
  /** Nodes of one machine start and stop together. */
  readonly machine: string;
  readonly wired: readonly boolean[];
}

const contactStates = { '0': 'Open', '1': 'Closed' } as const;
export const sn2States = { '0': 'OK', '1': 'Underspeed', '2': 'Stopped' } as const;

function sensorOf(node: F500Node, place: number): SimSensor {
  const id = String(node.number * 10 + place);
  if (node.kind === 'contact')
    return {
      id,
      name: ['Touchswitch left', 'Touchswitch right', 'Rub block', 'Plug'][place - 1] ?? id,
      type: 'BOOL',
      unit: '',
      states: contactStates,
    };
  if (node.kind === 'speed') {
    if (place === 1) return { id, name: 'Calibrated speed', type: 'NUMERIC', unit: '%' };
    if (place === 2) return { id, name: 'Speed', type: 'NUMERIC', unit: 'PPM' };
    if (place === 3) return { id, name: 'Speed status', type: 'ENUM', unit: '', states: sn2States };
    return { id, name: 'Spare', type: 'NUMERIC', unit: '' };
  }
  return { id, name: place === 4 ? 'Ambient' : `Bearing ${place}`, type: 'NUMERIC', unit: 'C' };
}

/** Each node is a group whose id is the node's number. */
export function f500Groups(nodes: readonly F500Node[]): readonly SimGroup[] {
  return nodes.map((node) => ({
    id: String(node.number),
    name: node.name,
    ...(node.kind === 'speed' ? { meta: { kind: 'SN2' } } : {}),
    sensors: [1, 2, 3, 4].map((place) => sensorOf(node, place)),
  }));
}

export const nodePath = (node: F500Node, place: number): string => `${node.number}.${node.number * 10 + place}`;

type Row = readonly [name: string, machine: string];

/** Every fifth temperature node has only two bearings, as in real plants. */
function temperature(rows: readonly Row[], from: number): F500Node[] {
  return rows.map(([name, machine], i) => ({
    number: from + i,
    name,
    machine,
    kind: 'temperature',
    wired: [true, true, (from + i) % 5 !== 0, true],
  }));
}

function contact(rows: readonly Row[], from: number): F500Node[] {
  return rows.map(([name, machine], i) => ({
    number: from + i,
    name,
    machine,
    kind: 'contact',
    wired: [true, true, i % 3 !== 2, i % 2 === 0],
  }));
}

function speed(rows: readonly Row[], from: number): F500Node[] {
  return rows.map(([name, machine], i) => ({
    number: from + i,
    name,
    machine,
    kind: 'speed',
    wired: [true, true, true, false],
  }));
}

const legs = [1, 2, 3, 4].flatMap((n): Row[] => [
  [`Leg ${n} head`, `leg${n}`],
  [`Leg ${n} tail`, `leg${n}`],
]);
const conveyors = [1, 2, 3].flatMap((n): Row[] => [
  [`Conv ${n} drive`, `conv${n}`],
  [`Conv ${n} tail`, `conv${n}`],
]);
const drags = [1, 2].flatMap((n): Row[] => [
  [`Drag ${n} drive`, `drag${n}`],
  [`Drag ${n} tail`, `drag${n}`],
]);

/** The 64 nodes of a feed mill: 1-40 temperatures, 41-52 contacts, 53-60 speeds, 61-64 temperatures. */
export const feedMillNodes: readonly F500Node[] = [
  ...temperature(
    [
      ...legs,
      ...conveyors,
      ['Dryer fan A', 'dryer'],
      ['Dryer fan B', 'dryer'],
      ...drags,
      ['Hammermill A', 'grinding'],
      ['Hammermill B', 'grinding'],
      ['Pellet mill 1', 'pellets1'],
      ['Pellet mill 2', 'pellets2'],
      ['Cooler fan', 'pellets1'],
      ['Receiving pit', 'receiving'],
      ['Screw 1', 'mixing'],
      ['Screw 2', 'mixing'],
      ['Screw 3', 'mixing'],
      ['Cleaner', 'receiving'],
      ['Distributor', 'receiving'],
      ['Leg 5 head', 'leg5'],
      ['Leg 5 tail', 'leg5'],
      ['Leg 6 head', 'leg6'],
      ['Leg 6 tail', 'leg6'],
      ['Ship conv 1', 'ship'],
      ['Ship conv 2', 'ship'],
      ['Ship conv 3', 'ship'],
      ['Bin conv A', 'bins'],
      ['Bin conv B', 'bins'],
    ],
    1,
  ),
  ...contact(
    [
      ...[1, 2, 3, 4, 5, 6].map((n): Row => [`Leg ${n} belt`, `leg${n}`]),
      ['Conv 1 belt', 'conv1'],
      ['Conv 2 belt', 'conv2'],
      ['Pit plug', 'receiving'],
      ['Chute plug', 'receiving'],
      ['Drag plug', 'drag1'],
      ['Ship plug', 'ship'],
    ],
    41,
  ),
  ...speed(
    [
      ...[1, 2, 3, 4, 5, 6].map((n): Row => [`Leg ${n} speed`, `leg${n}`]),
      ['Conv 1 speed', 'conv1'],
      ['Conv 2 speed', 'conv2'],
    ],
    53,
  ),
  ...temperature(
    [
      ['Loadout', 'ship'],
      ['Truck scale', 'ship'],
      ['Dust filter A', 'dryer'],
      ['Dust filter B', 'dryer'],
    ],
    61,
  ),
];

/** A pellet line of 12 nodes, for the F500-UDF. */
export const pelletLineNodes: readonly F500Node[] = [
  ...temperature(
    [
      ['Pellet mill 1', 'mill1'],
      ['Pellet mill 2', 'mill2'],
      ['Conditioner', 'mill1'],
      ['Cooler', 'mill1'],
      ['Crumbler', 'mill2'],
      ['Mash leg head', 'leg'],
      ['Mash leg tail', 'leg'],
      ['Pellet leg head', 'leg'],
    ],
    1,
  ),
  ...contact(
    [
      ['Mash leg belt', 'leg'],
      ['Pellet leg belt', 'leg'],
    ],
    9,
  ),
  ...speed(
    [
      ['Mash leg speed', 'leg'],
      ['Pellet leg speed', 'leg'],
    ],
    11,
  ),
];
