import { documentFormat, type TabDocument } from '@tocsin/contract/schema-document';
import { machineTypes } from '@tocsin/machines/library';

/**
 * The demo's plants as drawings. Sensors are named by serial number and path (`WD4-48123|4.4000`), since devices get
 * their ids when they are seeded.
 */
export interface DemoSchema {
  readonly site: string;
  readonly name: string;
  readonly comment: string;
  readonly tabs: readonly TabDocument[];
}

const leg1 = 'WD4-48123';
const leg2 = 'WD4-48124';
const pit = 'EN1-20871';
const bins = 'EN2-31440';

type Machine = TabDocument['machines'][number];

interface MachineAsk {
  readonly stretch?: number;
  readonly flip?: boolean;
  readonly sensors?: Readonly<Record<string, string>>;
  readonly state?: string;
}

const typeId = (key: string): number => {
  const type = machineTypes.find((one) => one.key === key);
  if (type === undefined) throw new Error(`no machine type ${key}`);
  return type.id;
};

function machine(
  id: string,
  key: string,
  name: string,
  x: number,
  y: number,
  scale: number,
  more: MachineAsk = {},
): Machine {
  return {
    frontend_id: id,
    id: null,
    name,
    type_of_machine: typeId(key),
    x_coord: x,
    y_coord: y,
    scale,
    flip: more.flip ?? false,
    stretch: more.stretch ?? 0,
    length_m: null,
    area: '',
    sensors: Object.entries(more.sensors ?? {}).map(([sensor_point, sensor]) => ({ sensor_point, sensor })),
    system_state_sensor: more.state ?? null,
  };
}

/** Connects `leg.outlet` to `distributor.inlet` through the points between. */
function pipe(
  from: string,
  to: string,
  ...via: readonly (readonly [number, number])[]
): TabDocument['connectors'][number] {
  const [start = '', startAnchor = ''] = from.split('.');
  const [end = '', endAnchor = ''] = to.split('.');
  return {
    frontend_id: `${start}-${startAnchor}-${end}-${endAnchor}`,
    start_m_fe_id: start,
    start_anchor_point: startAnchor,
    end_m_fe_id: end,
    end_anchor_point: endAnchor,
    additional_points: via.map(([x_coord, y_coord]) => ({ x_coord, y_coord })),
  };
}

const ground = (y: number, width: number, height: number): TabDocument['shapes'][number] => ({
  frontend_id: 'ground',
  x: 0,
  y,
  extras: { shape: 'default', width, height: height - y, offsetLeft: 0, offsetTop: 0, rotateAngle: 0 },
});

const text = (
  id: string,
  value: string,
  x: number,
  y: number,
  fontSize = 14,
): TabDocument['text_elements'][number] => ({
  frontend_id: id,
  x,
  y,
  extras: { value, fontSize },
});

type Drawn = Pick<TabDocument, 'name' | 'machines' | 'connectors'> & Partial<TabDocument>;
const tab = (drawn: Drawn): TabDocument => ({
  format: documentFormat,
  width: 1376,
  height: 744,
  zoom: 1,
  offset_x: 0,
  offset_y: 0,
  pixels_per_metre: null,
  shapes: [ground(536, 1376, 744)],
  text_elements: [],
  ...drawn,
});

const legSensors = (serial: string) => ({
  'head-bearing': `${serial}|4.4000`,
  'boot-bearing': `${serial}|4.4002`,
  'head-alignment': `${serial}|2.2000`,
  'tail-alignment': `${serial}|3.3001`,
  speed: `${serial}|1.1000`,
  plug: `${serial}|5.5000`,
});

const silo = (n: number, sensors: Readonly<Record<string, string>>): Machine =>
  machine(`silo${n}`, 'silo', `Silo ${n}`, 388.5 + n * 132, 315, 0.85, { sensors });

const receiving = tab({
  name: 'Receiving and storage',
  machines: [
    machine('pit', 'truck-pit', 'Truck pit 1', 20, 467.5, 0.6, { sensors: { 'pit-level': `${pit}|31.31006` } }),
    machine('pitbelt', 'belt-conveyor', 'Pit belt', 86, 585, 0.65, {
      sensors: {
        'head-bearing': `${pit}|31.31000`,
        'tail-bearing': `${pit}|31.31001`,
        speed: `${pit}|32.32000`,
      },
    }),
    machine('leg', 'bucket-elevator', 'Leg 1', 300, 30, 0.6, {
      stretch: 840,
      sensors: legSensors(leg1),
      state: `${leg1}|18.18000`,
    }),
    machine('distributor', 'distributor', 'Distributor', 703, 120, 0.75, { sensors: { position: `${bins}|35.35007` } }),
    silo(1, { 'high-level': `${bins}|33.33000`, 'low-level': `${bins}|35.35002` }),
    silo(2, { 'high-level': `${bins}|33.33002`, 'low-level': `${bins}|35.35003` }),
    silo(3, { 'low-level': `${bins}|35.35004` }),
    silo(4, { 'low-level': `${bins}|35.35005` }),
    // Its gates lie below silos 2 to 4.
    machine('drag', 'drag-conveyor', 'Reclaim drag', 580, 590, 0.75, {
      stretch: 384,
      sensors: {
        'head-bearing': `${pit}|31.31004`,
        'tail-bearing': `${pit}|31.31005`,
        chain: `${pit}|32.32002`,
        plug: `${bins}|33.33003`,
      },
      state: `${bins}|35.35001`,
    }),
    machine('filter', 'dust-collector', 'Dust collector', 1190, 335, 0.75, {
      sensors: { pressure: `${bins}|35.35006` },
    }),
  ],
  connectors: [
    pipe('pit.outlet', 'pitbelt.inlet'),
    pipe('pitbelt.outlet', 'leg.inlet'),
    pipe('leg.outlet', 'distributor.inlet', [778, 104.5]),
    pipe('distributor.outlet-1', 'silo1.inlet'),
    pipe('distributor.outlet-2', 'silo2.inlet'),
    pipe('distributor.outlet-4', 'silo3.inlet'),
    pipe('distributor.outlet-5', 'silo4.inlet'),
    pipe('silo1.outlet', 'drag.inlet'),
    pipe('silo2.outlet', 'drag.gate-1'),
    pipe('silo3.outlet', 'drag.gate-2'),
    pipe('silo4.outlet', 'drag.gate-3'),
    pipe('leg.aspiration', 'filter.inlet', [348, 14], [1150, 14], [1150, 450]),
  ],
  text_elements: [text('to-leg-2', 'to Leg 2', 1084, 660, 13)],
});

const gallery = tab({
  name: 'Leg 2 and gallery',
  machines: [
    machine('screw', 'screw-conveyor', 'Pit screw', 118, 548, 0.8, {
      stretch: 60,
      sensors: {
        'drive-bearing': `${pit}|31.31002`,
        'tail-bearing': `${pit}|31.31003`,
        motor: `${pit}|32.32001`,
      },
    }),
    machine('leg', 'bucket-elevator', 'Leg 2', 420, 44, 0.6, {
      stretch: 816,
      sensors: legSensors(leg2),
      state: `${leg2}|18.18000`,
    }),
    machine('drive', 'gear-motor', 'Leg 2 drive', 196, 58, 0.62, {
      flip: true,
      sensors: { motor: `${bins}|33.33001` },
      state: `${bins}|35.35000`,
    }),
    machine('belt', 'belt-conveyor', 'Gallery belt', 520, 160, 0.7, {
      stretch: 300,
      sensors: { 'tail-bearing': `${leg2}|7.7000`, 'head-bearing': `${leg2}|7.7001` },
      state: `${leg2}|18.18000`,
    }),
    machine('bin', 'flat-bin', 'Flat store', 860, 288, 1, { sensors: { temperature: `${bins}|34.34000` } }),
    machine('cabinet', 'control-cabinet', 'Leg 2 watchdog', 620, 394, 0.62, {
      sensors: { supply: `${leg2}|18.18003`, relay: `${leg2}|18.18001` },
    }),
  ],
  connectors: [
    pipe('screw.outlet', 'leg.inlet'),
    pipe('leg.outlet', 'belt.inlet', [513.5, 140], [559, 140]),
    pipe('belt.outlet', 'bin.inlet', [1020, 196.5]),
  ],
  shapes: [
    ground(536, 1376, 744),
    {
      frontend_id: 'gallery',
      x: 500,
      y: 229,
      extras: { shape: 'line', width: 480, height: 3, offsetLeft: 0, offsetTop: 0, rotateAngle: 0 },
    },
    {
      frontend_id: 'platform',
      x: 164,
      y: 140,
      extras: { shape: 'line', width: 260, height: 3, offsetLeft: 0, offsetTop: 0, rotateAngle: 0 },
    },
  ],
  text_elements: [text('house', 'Head house', 168, 20, 16), text('store', 'Flat storage', 1196, 500, 16)],
});

const utilities = tab({
  name: 'Air and controls',
  height: 600,
  machines: [
    machine('fan', 'fan', 'Dust fan', 150, 292, 1, { sensors: { bearing: `${pit}|32.32003` } }),
    machine('cyclone', 'cyclone', 'Cyclone', 400, 204, 1, { sensors: { temperature: `${pit}|31.31007` } }),
    machine('leg1', 'control-cabinet', 'Leg 1 watchdog', 700, 286, 0.8, {
      sensors: { state: `${leg1}|18.18002`, relay: `${leg1}|18.18001`, supply: `${leg1}|18.18003` },
    }),
    machine('binroom', 'control-cabinet', 'Bin room node', 880, 286, 0.8, { sensors: { supply: `${bins}|34.34001` } }),
    machine('drive', 'gear-motor', 'Leg 1 drive', 1080, 340, 0.9, {
      sensors: { gearbox: `${leg1}|4.4001`, motor: `${leg1}|1.1001` },
      state: `${leg1}|18.18000`,
    }),
  ],
  connectors: [pipe('cyclone.clean-air', 'fan.inlet', [484, 160], [100, 160], [100, 388])],
  shapes: [ground(466, 1376, 600)],
  text_elements: [text('dust', 'Aspiration', 150, 100, 20), text('controls', 'Controls', 700, 100, 20)],
});

export const demoSchemas: readonly DemoSchema[] = [
  {
    site: 'Hutchinson Elevator',
    name: 'Main plant',
    comment: 'Both legs, the silos and the gallery as built',
    tabs: [receiving, gallery, utilities],
  },
];
