import { type MachineType, rigid } from './machine.ts';
import { box, detail, line, path, repeat } from './pen.ts';

export const flatBin: MachineType = {
  id: 27,
  key: 'flat-bin',
  name: 'Flat-bottom bin',
  ...rigid,
  draw: () => ({
    width: 320,
    height: 248,
    marks: [
      path('body', 'M20 88L140 24H180L300 88Z'),
      path('shade', 'M172 25H180L299 88H240Z'),
      path('rib', 'M150 26L104 87M160 26V87M170 26L216 87'),
      detail(path('rib', 'M146 26L60 87M174 26L260 87')),
      box('steel', 140, 12, 40, 16, 2),
      box('steel', 150, 4, 20, 9, 1),
      box('body', 24, 88, 272, 136),
      box('shade', 258, 90, 37, 132),
      ...repeat(8, (i) => line('rib', 25, 104 + i * 16, 295, 104 + i * 16)),
      path('recess', 'M104 104H216V216H104Z'),
      path('grain', 'M105 156Q132 128 160 124T215 156V215H105Z'),
      // ladder
      detail(path('seam', 'M40 88V224M52 88V224')),
      ...repeat(9, (i) => detail(line('seam', 40, 98 + i * 15, 52, 98 + i * 15))),
      box('steel', 240, 176, 32, 48, 2),
      box('part', 246, 182, 20, 36, 1),
      box('steel', 18, 84, 284, 8, 2),
      box('steel', 8, 222, 304, 12, 2),
      box('steel', 136, 234, 48, 10, 1),
    ],
    label: { x: 160, y: 196 },
    anchors: [
      { id: 'inlet', x: 160, y: 4, heading: 'up' },
      { id: 'outlet', x: 160, y: 244, heading: 'down' },
    ],
    sensors: [
      { id: 'high-level', name: 'High level', x: 160, y: 112 },
      { id: 'temperature', name: 'Grain temperature', x: 160, y: 164 },
      { id: 'low-level', name: 'Low level', x: 160, y: 206 },
    ],
  }),
};
