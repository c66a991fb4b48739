import type { ShippedCode } from '@tocsin/contract/device-type';

/**
 * The demo's clients, sites, devices and people as data: the server seeds them, and the simulator plays the devices.
 */
export interface DemoDevice {
  readonly serialNumber: string;
  readonly code: string;
  readonly type: ShippedCode;
  readonly title: string;
  /** null: an F500, addressed by its id. */
  readonly udfId: string | null;
  readonly degrees: 'F' | 'C' | null;
  /** Names that the plant gave to sensors, by `groupId.sensorId`. */
  readonly sensorNames: Readonly<Record<string, string>>;
  readonly warnings: readonly {
    readonly sensor: string;
    readonly sign: '>' | '<' | '=';
    readonly value: number;
    readonly delaySeconds: number;
  }[];
  /** A sensor that reports one value since some days before the demo's first start: a dead probe. */
  readonly dead?: { readonly sensor: string; readonly value: number; readonly days: number };
  /** A probe with a loose terminal since some days before the demo's first start: several times a day it reads too high. */
  readonly loose?: { readonly sensor: string; readonly days: number };
  /** A bearing that runs hotter from week to week, since some weeks before the demo's first start. */
  readonly wears?: { readonly sensor: string; readonly weeks: number; readonly perWeekC: number };
  /** Sensor Settings of an IE-Node: shown = k * raw + c. */
  readonly scales: readonly {
    readonly sensor: string;
    readonly unit: string;
    readonly k: number;
    readonly c: number;
  }[];
}

export interface DemoSite {
  readonly title: string;
  readonly address: string;
  readonly fullName: string;
  readonly email: string;
  readonly mobile: string;
  readonly timezone: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly devices: readonly DemoDevice[];
}

export interface DemoPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Printed at the start beside the address. */
  readonly role: string;
  readonly staff?: 'superuser' | 'oem' | 'account-manager';
  readonly accountManager?: boolean;
  /** Sites of the client by title; account managers have all. */
  readonly sites?: Readonly<Record<string, 'User' | 'Engineer' | 'Manager'>>;
}

export interface DemoClient {
  readonly number: number;
  readonly company: string;
  readonly address: string;
  readonly phone: string;
  readonly fullName: string;
  readonly email: string;
  readonly emergency: { readonly name: string; readonly email: string; readonly phone: string };
  readonly sites: readonly DemoSite[];
  readonly people: readonly DemoPerson[];
}

type Warnings = DemoDevice['warnings'];

const hotBearings: Warnings = ['4.4000', '4.4001', '4.4002', '4.4003'].map((sensor) => ({
  sensor,
  sign: '>',
  value: 65,
  delaySeconds: 60,
}));

function leg(
  title: string,
  udfId: string,
  serialNumber: string,
  names: Readonly<Record<string, string>> = {},
): DemoDevice {
  return {
    serialNumber,
    code: `demo-${udfId.toLowerCase()}`,
    type: '0300',
    title,
    udfId,
    degrees: null,
    sensorNames: names,
    warnings: [...hotBearings, { sensor: '2.2000', sign: '>', value: 50, delaySeconds: 30 }],
    scales: [],
  };
}

const receivingPit: DemoDevice = {
  serialNumber: 'EN1-20871',
  code: 'demo-rpit',
  type: '0005',
  title: 'Receiving pit',
  udfId: 'EN000087',
  degrees: null,
  sensorNames: {
    '31.31000': 'Pit belt drive bearing',
    '31.31001': 'Pit belt tail bearing',
    '31.31002': 'Pit screw drive bearing',
    '31.31003': 'Pit screw end bearing',
    '31.31004': 'Drag 1 head bearing',
    '31.31005': 'Drag 1 tail bearing',
    '31.31006': 'Pit air',
    '31.31007': 'Outdoor air',
    '32.32000': 'Pit belt',
    '32.32001': 'Pit screw',
    '32.32002': 'Drag 1',
    '32.32003': 'Dust fan',
  },
  warnings: [
    { sensor: '31.31000', sign: '>', value: 60, delaySeconds: 60 },
    { sensor: '31.31001', sign: '>', value: 60, delaySeconds: 60 },
    { sensor: '31.31002', sign: '>', value: 60, delaySeconds: 60 },
  ],
  scales: [],
};

const binRoom: DemoDevice = {
  serialNumber: 'EN2-31440',
  code: 'demo-bins',
  type: '0006',
  title: 'Bin room',
  udfId: 'EN000144',
  degrees: null,
  sensorNames: {
    '33.33000': 'Bin 1 level',
    '33.33001': 'Leg 2 motor current',
    '33.33002': 'Bin 2 level',
    '33.33003': 'Drag 1 motor current',
    '34.34000': 'Humidity probe',
    '34.34001': 'Supply',
    '35.35000': 'Leg 2 run',
    '35.35001': 'Drag 1 run',
    '35.35002': 'Bin 1 hatch',
    '35.35003': 'Bin 2 hatch',
    '35.35004': 'Bin 3 hatch',
    '35.35005': 'Bin 4 hatch',
    '35.35006': 'Dust filter ready',
    '35.35007': 'Compressed air',
  },
  warnings: [
    { sensor: '33.33001', sign: '>', value: 90, delaySeconds: 5 },
    { sensor: '33.33000', sign: '>', value: 95, delaySeconds: 60 },
  ],
  // 4 mA = 0, 20 mA = 100, in % and A.
  scales: [
    { sensor: '33.33000', unit: '%', k: 6.25, c: -25 },
    { sensor: '33.33001', unit: 'A', k: 6.25, c: -25 },
    { sensor: '33.33002', unit: '%', k: 6.25, c: -25 },
    { sensor: '33.33003', unit: 'A', k: 6.25, c: -25 },
  ],
};

const feedMill: DemoDevice = {
  serialNumber: 'F5-00418',
  code: 'demo-f500',
  type: 'F500',
  title: 'Feed mill F500',
  udfId: null,
  degrees: null,
  sensorNames: {},
  warnings: [
    { sensor: '5.51', sign: '>', value: 65, delaySeconds: 60 },
    { sensor: '23.232', sign: '>', value: 65, delaySeconds: 60 },
  ],
  scales: [],
};

const pelletLine: DemoDevice = {
  serialNumber: 'F5U-00077',
  code: 'demo-pellet',
  type: 'F500-UDF',
  title: 'Pellet line',
  udfId: 'PELLET1',
  degrees: 'F',
  sensorNames: {},
  // In the displayed unit: 150 F are 65.6 C.
  warnings: [{ sensor: '1.12', sign: '>', value: 150, delaySeconds: 60 }],
  scales: [],
};

const usualLeg2 = leg('Leg 2', 'WD000124', 'WD4-48124');
const leg2: DemoDevice = {
  ...usualLeg2,
  warnings: [...usualLeg2.warnings, { sensor: '7.7001', sign: '>', value: 60, delaySeconds: 10 }],
  loose: { sensor: '7.7001', days: 6 },
  wears: { sensor: '4.4001', weeks: 4, perWeekC: 2.5 },
};

const hutchinson: DemoSite = {
  title: 'Hutchinson Elevator',
  address: '400 E Avenue A, Hutchinson, KS 67501, USA',
  fullName: 'Dale Novak',
  email: 'hutchinson@prairie.example',
  mobile: '+1 620 555 0132',
  timezone: 'America/Chicago',
  latitude: 38.06,
  longitude: -97.93,
  devices: [leg('Leg 1', 'WD000123', 'WD4-48123'), leg2, receivingPit, binRoom],
};

const loadOut: DemoDevice = {
  ...leg('Load-out leg', 'WD000207', 'WD4-48207', { '5.5000': 'Load-out chute' }),
  dead: { sensor: '4.4003', value: 22.4, days: 5 },
};

const limon: DemoSite = {
  title: 'Limon Feed Mill',
  address: '1200 Main Street, Limon, CO 80828, USA',
  fullName: 'Rosa Hernandez',
  email: 'limon@prairie.example',
  mobile: '+1 719 555 0148',
  timezone: 'America/Denver',
  latitude: 39.26,
  longitude: -103.69,
  devices: [feedMill, pelletLine, loadOut],
};

const neuss: DemoSite = {
  title: 'Neuss Mill',
  address: 'Duesseldorfer Strasse 84, 41460 Neuss, Germany',
  fullName: 'Anke Vogt',
  email: 'neuss@rhinemills.example',
  mobile: '+49 2131 555 014',
  timezone: 'Europe/Berlin',
  latitude: 51.2,
  longitude: 6.69,
  devices: [leg('Intake elevator', 'WD000611', 'WD4-50611')],
};

/** Operator staff, who belong to no client. */
export const demoStaff: readonly DemoPerson[] = [
  { firstName: 'Mara', lastName: 'Kessler', email: 'super@tocsin.example', role: 'Super user', staff: 'superuser' },
  { firstName: 'Owen', lastName: 'Mercer', email: 'oem@tocsin.example', role: 'OEM user', staff: 'oem' },
  {
    firstName: 'Ines',
    lastName: 'Roth',
    email: 'accounts@tocsin.example',
    role: 'Operator account manager',
    staff: 'account-manager',
  },
];

export const demoClients: readonly DemoClient[] = [
  {
    number: 1001,
    company: 'Prairie Grain Co-op',
    address: '17 Elevator Road, Hutchinson, KS 67501, USA',
    phone: '+1 620 555 0100',
    fullName: 'June Albright',
    email: 'june.albright@prairie.example',
    emergency: { name: 'Shift desk', email: 'shift@prairie.example', phone: '+1 620 555 0111' },
    sites: [hutchinson, limon],
    people: [
      {
        firstName: 'June',
        lastName: 'Albright',
        email: 'june.albright@prairie.example',
        role: 'Account manager',
        accountManager: true,
      },
      {
        firstName: 'Dale',
        lastName: 'Novak',
        email: 'manager@prairie.example',
        role: 'Manager of Hutchinson Elevator and Limon Feed Mill',
        sites: { 'Hutchinson Elevator': 'Manager', 'Limon Feed Mill': 'Manager' },
      },
      {
        firstName: 'Petra',
        lastName: 'Lind',
        email: 'engineer@prairie.example',
        role: 'Engineer of Hutchinson Elevator, User of Limon Feed Mill',
        sites: { 'Hutchinson Elevator': 'Engineer', 'Limon Feed Mill': 'User' },
      },
      {
        firstName: 'Sam',
        lastName: 'Ortega',
        email: 'user@prairie.example',
        role: 'User of Hutchinson Elevator',
        sites: { 'Hutchinson Elevator': 'User' },
      },
    ],
  },
  {
    number: 1002,
    company: 'Rhine Mills',
    address: 'Hafenstrasse 3, 41460 Neuss, Germany',
    phone: '+49 2131 555 010',
    fullName: 'Anke Vogt',
    email: 'anke.vogt@rhinemills.example',
    emergency: { name: 'Gate', email: 'gate@rhinemills.example', phone: '+49 2131 555 011' },
    sites: [neuss],
    people: [
      {
        firstName: 'Anke',
        lastName: 'Vogt',
        email: 'anke.vogt@rhinemills.example',
        role: 'Account manager of the other client',
        accountManager: true,
      },
    ],
  },
];

export const demoDevices: readonly DemoDevice[] = demoClients.flatMap((c) => c.sites.flatMap((s) => s.devices));
