import type { SimGroup } from './shape.ts';

/** A WDC4 with 33 sensors, profile "legs, rub blocks + plug". */

const contact = { '0': 'Contact', '1': 'No contact' } as const;
const status = { '0': 'OK', '1': 'Fault' } as const;
const celsius = (id: string, name: string) => ({ id, name, type: 'NUMERIC', unit: 'C' }) as const;

export const speedStates = {
  '0': 'OK',
  '1': 'Severe underspeed',
  '2': 'Underspeed',
  '3': 'Severe overspeed',
  '4': 'Overspeed',
  '5': 'Not monitored',
} as const;

export const wdc4Groups: readonly SimGroup[] = [
  {
    id: '18',
    name: 'System',
    sensors: [
      {
        id: '18000',
        name: 'System state',
        type: 'ENUM',
        unit: '',
        states: {
          '0': 'Stopped',
          '1': 'Starting',
          '2': 'Running',
          '3': 'Stopping',
          '4': 'Not calibrated',
          '5': 'Fault stop',
        },
      },
      { id: '18001', name: 'Alarm relay', type: 'BOOL', unit: '', states: { '0': 'Normal', '1': 'Tripped' } },
      { id: '18002', name: 'Stop relay', type: 'BOOL', unit: '', states: { '0': 'Closed', '1': 'Open' } },
      { id: '18003', name: 'Supply', type: 'NUMERIC', unit: 'V' },
      { id: '18004', name: 'Uptime', type: 'NUMERIC', unit: 'Seconds' },
      { id: '18005', name: 'Profile', type: 'NUMERIC', unit: '' },
    ],
  },
  {
    id: '1',
    name: 'Speed',
    sensors: [
      { id: '1000', name: 'Head speed', type: 'NUMERIC', unit: 'PPM' },
      { id: '1001', name: 'Calibrated speed', type: 'NUMERIC', unit: '%' },
      { id: '1002', name: 'Speed status', type: 'ENUM', unit: '', states: speedStates },
    ],
  },
  {
    id: '2',
    name: 'Alignment:Head',
    sensors: [
      celsius('2000', 'Rub block left'),
      celsius('2001', 'Rub block right'),
      { id: '2002', name: 'Head alignment', type: 'ENUM', unit: '', states: status },
    ],
  },
  {
    id: '3',
    name: 'Alignment:Tail',
    sensors: [
      { id: '3000', name: 'Touchswitch left', type: 'BOOL', unit: '', states: contact },
      { id: '3001', name: 'Touchswitch right', type: 'BOOL', unit: '', states: contact },
      { id: '3002', name: 'Tail alignment', type: 'ENUM', unit: '', states: status },
    ],
  },
  {
    id: '4',
    name: 'Temperature',
    sensors: [
      celsius('4000', 'Head bearing left'),
      celsius('4001', 'Head bearing right'),
      celsius('4002', 'Tail bearing left'),
      celsius('4003', 'Tail bearing right'),
      celsius('4004', 'Ambient 1'),
      celsius('4005', 'Ambient 2'),
    ],
  },
  {
    id: '5',
    name: 'Plug',
    sensors: [
      { id: '5000', name: 'Discharge chute', type: 'BOOL', unit: '', states: { '0': 'Clear', '1': 'Blocked' } },
    ],
  },
  {
    id: '6',
    name: 'Pulley',
    sensors: [
      { id: '6000', name: 'Head lagging left', type: 'BOOL', unit: '', states: contact },
      { id: '6001', name: 'Head lagging right', type: 'BOOL', unit: '', states: contact },
    ],
  },
  {
    id: '7',
    name: 'Expansion Card 1',
    sensors: ['1', '2', '3', '4'].map((n, i) => celsius(`700${i}`, `Knee pulley ${n}`)),
  },
  {
    id: '8',
    name: 'Expansion Card 2',
    sensors: ['1', '2', '3', '4'].map((n, i) => celsius(`800${i}`, `Spare ${n}`)),
  },
  {
    id: '21',
    name: 'System',
    sensors: [
      { id: '21000', name: 'Controller status', type: 'ENUM', unit: '', states: { '0': 'OK', '1': 'Internal fault' } },
    ],
  },
];
