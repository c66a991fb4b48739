import { type MachineType, rigid } from './machine.ts';
import { flange, foot } from './parts.ts';
import { box, detail, line, path } from './pen.ts';

export const hopper: MachineType = {
  id: 6,
  key: 'hopper',
  name: 'Hopper',
  ...rigid,
  draw: () => ({
    width: 160,
    height: 170,
    marks: [
      box('steel', 20, 40, 8, 126),
      box('steel', 132, 40, 8, 126),
      path('grain', 'M18 24Q48 -6 80 4T142 24Z'),
      path('body', 'M12 30H148V66L98 128H62L12 66Z'),
      path('shade', 'M124 31H147V66L98 127H84L124 66Z'),
      box('steel', 6, 22, 148, 11, 2),
      line('rib', 12, 66, 148, 66),
      detail(path('rib', 'M46 33V66L68 128M114 33V66L92 126')),
      flange(56, 128, 48, 9),
      box('steel', 66, 137, 28, 20),
      foot(12, 162, 24),
      foot(124, 162, 24),
    ],
    label: { x: 80, y: 82 },
    anchors: [
      { id: 'inlet', x: 80, y: 6, heading: 'up' },
      { id: 'outlet', x: 80, y: 157, heading: 'down' },
    ],
    sensors: [
      { id: 'high-level', name: 'High level', x: 80, y: 48 },
      { id: 'low-level', name: 'Low level', x: 80, y: 104 },
    ],
  }),
};
