import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, line } from './pen.ts';

export const gate: MachineType = {
  id: 16,
  key: 'gate',
  name: 'Gate',
  ...rigid,
  draw: () => ({
    width: 200,
    height: 130,
    marks: [
      box('body', 22, 8, 66, 38),
      box('shade', 74, 10, 13, 34),
      flange(12, 2, 86, 10),
      box('body', 22, 82, 66, 40),
      box('shade', 74, 84, 13, 36),
      flange(12, 118, 86, 10),
      box('grain', 34, 12, 42, 34),
      box('body', 6, 44, 104, 40, 6),
      box('recess', 40, 56, 70, 16, 1),
      box('working', 66, 59, 66, 10, 1),
      box('steel', 108, 50, 12, 28, 1),
      box('plate', 130, 61, 20, 6),
      box('steel', 146, 48, 48, 32, 6),
      detail(line('seam', 158, 52, 158, 76)),
      detail(line('seam', 182, 52, 182, 76)),
      box('steel', 164, 40, 14, 9, 1),
    ],
    anchors: [
      { id: 'inlet', x: 55, y: 2, heading: 'up' },
      { id: 'outlet', x: 55, y: 128, heading: 'down' },
    ],
    sensors: [
      { id: 'actuator', name: 'Actuator', x: 170, y: 64 },
      { id: 'position', name: 'Position', x: 88, y: 64 },
    ],
  }),
};
