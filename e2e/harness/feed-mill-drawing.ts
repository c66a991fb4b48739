import type { TabDocument } from '@tocsin/contract/schema-document';
import { drawingOf, machineTypes } from '@tocsin/machines/library';
import { drawnSize } from '@tocsin/machines/real-size';

/** Size in px of the tab of a feed mill with 105 machines in six areas, drawn to scale. */
export const feedMill = { width: 5_240, height: 1_280, pixelsPerMetre: 20, groundM: 50 } as const;

export interface MillSensor {
  readonly point: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Text of a contact or a state, shown instead of the number. */
  readonly word?: string;
}

export interface MillMachine {
  readonly id: string;
  readonly area: string;
  readonly key: string;
  readonly name: string;
  readonly lengthM: number;
  readonly xM: number;
  /** Height of its lower edge above the ground, in metres. */
  readonly upM: number;
  readonly sensors: readonly MillSensor[];
  /** Whether it runs and stops with its area. */
  readonly runs: boolean;
}

const number = (point: string, name: string, unit: string, value: number): MillSensor => ({ point, name, unit, value });
const word = (point: string, name: string, said: string): MillSensor => ({
  point,
  name,
  unit: '',
  value: 0,
  word: said,
});

const usual: Readonly<Record<string, (n: number) => readonly MillSensor[]>> = {
  'bucket-elevator': (n) => [
    number('head-bearing', 'Head bearing left', 'C', 44 + n),
    number('boot-bearing', 'Boot bearing', 'C', 38 + n),
    number('motor', 'Head bearing right', 'C', 43 + n),
    number('speed', 'Speed', '%', 98),
    word('plug', 'Plug', 'Clear'),
  ],
  'belt-conveyor': (n) => [number('speed', 'Speed', '%', 99), number('head-bearing', 'Head bearing', 'C', 36 + n)],
  'drag-conveyor': (n) => [number('chain', 'Speed', '%', 97), number('head-bearing', 'Head bearing', 'C', 37 + n)],
  'screw-conveyor': (n) => [number('drive-bearing', 'Drive bearing', 'C', 34 + n)],
  silo: (n) => [number('temperature', 'Level', '%', (n * 37) % 90)],
  gate: () => [word('position', 'Gate', 'Closed')],
  hopper: () => [word('high-level', 'High level', 'Clear')],
  distributor: (n) => [word('position', 'Position', `To bin ${n}`)],
  'truck-pit': () => [word('pit-level', 'Pit', 'Empty')],
  'rail-load-out': () => [word('spout', 'Spout', 'Up')],
  'hammer-mill': (n) => [number('motor', 'Motor', 'A', 140 + n), number('vibration', 'Vibration', 'mm/s', 3.1)],
  'roller-mill': (n) => [number('left-roll', 'Left roll', 'C', 41 + n)],
  'pellet-mill': (n) => [number('main-bearing', 'Main bearing', 'C', 66 + n)],
  mixer: () => [word('gate', 'Gate', 'Closed')],
  cooler: (n) => [number('bed', 'Bed', 'C', 30 + n)],
  cleaner: () => [number('drive', 'Drive bearing', 'C', 40)],
  'drum-scalper': () => [number('bearing', 'Bearing', 'C', 39)],
  'drum-magnet': () => [number('speed', 'Speed', '%', 100)],
  weigher: () => [number('weight', 'Weight', 'kg', 412)],
  fan: (n) => [number('bearing', 'Bearing', 'C', 40 + n)],
  'dust-collector': () => [number('pressure', 'Pressure', 'Pa', 840)],
  cyclone: () => [word('plug', 'Plug', 'Clear')],
  'rotary-airlock': (n) => [number('bearing', 'Bearing', 'C', 33 + n)],
  'control-cabinet': () => [word('supply', 'Supply', 'OK')],
};
const still: ReadonlySet<string> = new Set(['silo', 'gate', 'hopper', 'truck-pit', 'rail-load-out', 'control-cabinet']);

type Row = readonly [key: string, name: string, xM: number, upM: number, lengthM: number];
const series = (count: number, make: (i: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, i) => make(i));

const areas: Readonly<Record<string, readonly Row[]>> = {
  Receiving: [
    ...series(2, (i): Row => ['truck-pit', `Truck pit ${i + 1}`, 1 + i * 16, -3, 14]),
    ...series(2, (i): Row => ['drag-conveyor', `Pit drag ${i + 1}`, 3 + i * 16, -6.4, 13]),
    ['bucket-elevator', 'Leg 1', 34, -6, 46],
    ['bucket-elevator', 'Leg 2', 38.5, -6, 46],
    ['cleaner', 'Cleaner 1', 46, 18, 4],
    ['drum-magnet', 'Drum magnet 1', 46.6, 13, 2],
    ['weigher', 'Intake scale', 46.4, 6, 2.4],
    ['distributor', 'Intake distributor', 45.5, 26, 3.4],
    ['dust-collector', 'Dust filter 1', 23, 0, 3.6],
    ['fan', 'Fan 1', 28, 0, 2],
    ['belt-conveyor', 'Intake belt', 44, 0.4, 12],
    ['control-cabinet', 'Cabinet 1', 1, 6, 1.2],
  ],
  Storage: [
    ...series(8, (i): Row => ['silo', `Silo ${i + 1}`, 60 + i * 7.4, 0, 26]),
    ...series(8, (i): Row => ['gate', `Silo gate ${i + 1}`, 62.2 + i * 7.4, -1.6, 1.6]),
    ...series(2, (i): Row => ['drag-conveyor', `Gallery drag ${i + 1}`, 60 + i * 30, 30, 29]),
    ...series(2, (i): Row => ['belt-conveyor', `Reclaim belt ${i + 1}`, 60 + i * 30, -4.6, 29]),
    ...series(4, (i): Row => ['fan', `Aeration fan ${i + 1}`, 66 + i * 14.8, 0, 1.6]),
  ],
  Grinding: [
    ['bucket-elevator', 'Leg 4', 122, -5, 38],
    ...series(2, (i): Row => ['hopper', `Surge hopper ${i + 1}`, 129 + i * 9, 17, 3.4]),
    ...series(2, (i): Row => ['drum-magnet', `Drum magnet ${i + 2}`, 129.6 + i * 9, 13, 2]),
    ...series(2, (i): Row => ['screw-conveyor', `Mill feeder ${i + 1}`, 128.4 + i * 9, 11, 4.6]),
    ...series(2, (i): Row => ['hammer-mill', `Hammer mill ${i + 1}`, 129 + i * 9, 5, 3.6]),
    ...series(2, (i): Row => ['rotary-airlock', `Mill airlock ${i + 1}`, 129.8 + i * 9, 2.6, 1.8]),
    ['dust-collector', 'Dust filter 2', 147, 0, 3.6],
    ['fan', 'Fan 5', 152, 0, 2],
    ['drag-conveyor', 'Meal drag', 127, -1.4, 22],
  ],
  'Batching and mixing': [
    ['distributor', 'Distributor 1', 167, 30, 5],
    ...series(8, (i): Row => ['silo', `Bin ${i + 11}`, 158 + i * 3.2, 14, 12]),
    ...series(8, (i): Row => ['screw-conveyor', `Bin screw ${i + 11}`, 158 + i * 3.2, 12.4, 2.8]),
    ...series(2, (i): Row => ['weigher', `Batch scale ${i + 1}`, 162 + i * 12, 6.8, 3]),
    ...series(2, (i): Row => ['mixer', `Mixer ${i + 1}`, 160.4 + i * 12, 1.4, 6]),
    ['drag-conveyor', 'Mixed meal drag', 160, -4, 24],
  ],
  Pelleting: [
    ['bucket-elevator', 'Leg 3', 188, -5, 46],
    ['distributor', 'Distributor 2', 203, 33, 4],
    ...series(2, (i): Row => ['silo', `Mash bin ${i + 1}`, 198 + i * 10, 19, 11]),
    ...series(2, (i): Row => ['screw-conveyor', `Feeder ${i + 1}`, 197.4 + i * 10, 16.6, 5]),
    ...series(2, (i): Row => ['pellet-mill', `Pellet mill ${i + 1}`, 197.6 + i * 10, 10.6, 4.6]),
    ...series(2, (i): Row => ['cyclone', `Cyclone ${i + 1}`, 203 + i * 10, 8.6, 2.2]),
    ...series(2, (i): Row => ['rotary-airlock', `Cooler airlock ${i + 1}`, 198.8 + i * 10, 7.4, 1.6]),
    ...series(2, (i): Row => ['cooler', `Cooler ${i + 1}`, 197.6 + i * 10, 1.8, 4]),
    ...series(2, (i): Row => ['fan', `Cooler fan ${i + 1}`, 203 + i * 10, 1.8, 2]),
    ['roller-mill', 'Crumbler', 218, 8, 3],
    ['drum-scalper', 'Sifter', 218, 14, 4],
    ['drag-conveyor', 'Pellet drag', 197, -2.6, 24],
  ],
  'Load-out': [
    ['bucket-elevator', 'Leg 5', 227, -5, 40],
    ...series(4, (i): Row => ['silo', `Load-out bin ${i + 21}`, 234 + i * 4.2, 14, 14]),
    ...series(4, (i): Row => ['gate', `Load-out gate ${i + 21}`, 235 + i * 4.2, 12.2, 1.6]),
    ['belt-conveyor', 'Load-out belt', 233, 8.4, 19],
    ['weigher', 'Load-out scale', 241, 5.2, 2.4],
    ['rail-load-out', 'Rail load-out', 236, 0, 16],
  ],
};

export const millAreas: readonly string[] = Object.keys(areas);

const idOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const millMachines: readonly MillMachine[] = Object.entries(areas).flatMap(([area, rows]) =>
  rows.map(([key, name, xM, upM, lengthM], i) => ({
    id: idOf(name),
    area,
    key,
    name,
    lengthM,
    xM,
    upM,
    sensors: usual[key]?.((i % 9) + 1) ?? [],
    runs: !still.has(key),
  })),
);

export const stateName = 'System state';
export const isLeg = (machine: Pick<MillMachine, 'key'>): boolean => machine.key === 'bucket-elevator';

type Machine = TabDocument['machines'][number];

/** The machine as the editor saves it; `path` returns the path of an area's sensor. */
export function millMachineDocument(machine: MillMachine, path: (area: string, sensor: string) => string): Machine {
  const type = machineTypes.find(({ key }) => key === machine.key);
  if (type === undefined) throw new Error(`unknown machine type ${machine.key}`);
  const { pixelsPerMetre, groundM } = feedMill;
  const { scale, stretch } = drawnSize(type, machine.lengthM, pixelsPerMetre);
  const height = drawingOf(type, stretch).height * scale;
  // The length of a silo is its height; that of other machines is their width.
  const y = (groundM - machine.upM) * pixelsPerMetre - height;
  return {
    frontend_id: machine.id,
    id: null,
    name: machine.name,
    type_of_machine: type.id,
    x_coord: Math.round(machine.xM * pixelsPerMetre),
    y_coord: Math.round(y),
    scale,
    stretch,
    length_m: machine.lengthM,
    area: machine.area,
    flip: false,
    sensors: machine.sensors.map(({ point, name }) => ({
      sensor_point: point,
      sensor: path(machine.area, sensorId(machine, name)),
    })),
    // Legs have their own state; other machines run and stop with their area.
    system_state_sensor: machine.runs
      ? path(machine.area, isLeg(machine) ? sensorId(machine, stateName) : 'state.running')
      : null,
  };
}

/** `groupId.sensorId` on the device of the machine's area. */
export const sensorId = (machine: Pick<MillMachine, 'id'>, name: string): string =>
  `${machine.id.slice(0, 32)}.${idOf(name).slice(0, 32)}`;

const pipe = (from: string, to: string): TabDocument['connectors'][number] => {
  const [start = '', startAnchor = 'outlet'] = from.split('.');
  const [end = '', endAnchor = 'inlet'] = to.split('.');
  return {
    frontend_id: `${start}-${end}`.slice(0, 64),
    start_m_fe_id: start,
    start_anchor_point: startAnchor,
    end_m_fe_id: end,
    end_anchor_point: endAnchor,
    additional_points: [],
  };
};

export const millConnectors: TabDocument['connectors'] = [
  pipe('leg-1', 'intake-distributor'),
  pipe('intake-distributor.outlet-3', 'cleaner-1'),
  pipe('cleaner-1', 'drum-magnet-1'),
  pipe('drum-magnet-1', 'intake-scale'),
  pipe('leg-4', 'surge-hopper-1'),
  pipe('leg-4', 'surge-hopper-2'),
  ...[1, 2].flatMap((n) => [
    pipe(`surge-hopper-${n}`, `drum-magnet-${n + 1}`),
    pipe(`mill-feeder-${n}`, `hammer-mill-${n}`),
  ]),
  ...[1, 2, 3, 4, 5].map((n) => pipe(`distributor-1.outlet-${n}`, `bin-${10 + n + (n > 2 ? 1 : 0)}`)),
  ...[1, 2].map((n) => pipe(`batch-scale-${n}`, `mixer-${n}`)),
  pipe('leg-3', 'distributor-2'),
  pipe('distributor-2.outlet-1', 'mash-bin-1'),
  pipe('distributor-2.outlet-5', 'mash-bin-2'),
  ...[1, 2].map((n) => pipe(`mash-bin-${n}`, `feeder-${n}`)),
  pipe('leg-5', 'load-out-bin-21'),
];

const building = (
  id: string,
  xM: number,
  upM: number,
  widthM: number,
  heightM: number,
): TabDocument['shapes'][number] => ({
  frontend_id: id,
  x: xM * feedMill.pixelsPerMetre,
  y: (feedMill.groundM - upM - heightM) * feedMill.pixelsPerMetre,
  extras: {
    shape: 'rectangle',
    width: widthM * feedMill.pixelsPerMetre,
    height: heightM * feedMill.pixelsPerMetre,
    offsetLeft: 0,
    offsetTop: 0,
    rotateAngle: 0,
  },
});

export const millShapes: TabDocument['shapes'] = [
  {
    frontend_id: 'ground',
    x: 0,
    y: feedMill.groundM * feedMill.pixelsPerMetre,
    extras: {
      shape: 'default',
      width: feedMill.width,
      height: feedMill.height - feedMill.groundM * feedMill.pixelsPerMetre,
      offsetLeft: 0,
      offsetTop: 0,
      rotateAngle: 0,
    },
  },
  building('mill-house', 126.6, 0, 20, 24),
  building('mill-floor', 126.6, 0, 20, 10.4),
  building('batch-house', 157, 0, 27.6, 34),
  building('batch-floor', 157, 0, 27.6, 11.6),
  building('pellet-house', 196, 0, 27, 36),
  building('pellet-floor', 196, 0, 27, 16),
];
