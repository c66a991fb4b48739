import { type MachineType, rigid } from './machine.ts';
import { foot } from './parts.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

export const controlCabinet: MachineType = {
  id: 29,
  key: 'control-cabinet',
  name: 'Control cabinet',
  ...rigid,
  draw: () => ({
    width: 144,
    height: 224,
    marks: [
      box('steel', 64, 4, 16, 14, 3),
      box('steel', 56, 16, 32, 8, 2),
      box('body', 12, 22, 120, 180, 6),
      box('shade', 116, 24, 15, 176, 4),
      box('part', 24, 34, 88, 152, 3),
      box('recess', 34, 46, 68, 44, 3),
      path('baffle', 'M42 76L54 62L64 70L76 54L94 66'),
      ...repeat(3, (i) => disc('working', 46 + i * 22, 108, 6)),
      ...repeat(2, (i) => disc('steel', 46 + i * 22, 132, 7)),
      box('working', 84, 124, 14, 16, 2),
      ...repeat(4, (i) => detail(box('recess', 40, 152 + i * 8, 56, 4, 2))),
      box('steel', 110, 100, 6, 26, 3),
      box('steel', 36, 202, 10, 12),
      box('steel', 98, 202, 10, 12),
      foot(20, 212, 104, 8),
    ],
    anchors: [{ id: 'cable', x: 72, y: 4, heading: 'up' }],
    sensors: [
      { id: 'state', name: 'System state', x: 68, y: 68 },
      { id: 'relay', name: 'Alarm relay', x: 90, y: 108 },
      { id: 'supply', name: 'Supply', x: 91, y: 132 },
    ],
  }),
};
