import { type MachineType, rigid } from './machine.ts';
import { flange, foot } from './parts.ts';
import { box, detail, path, repeat } from './pen.ts';

export const cooler: MachineType = {
  id: 21,
  key: 'cooler',
  name: 'Cooler',
  ...rigid,
  draw: () => ({
    width: 208,
    height: 248,
    marks: [
      box('steel', 24, 166, 9, 76),
      box('steel', 175, 166, 9, 76),
      path('body', 'M148 26V20Q148 8 160 8H200V32H176V60H148Z'),
      flange(198, 3, 9, 34),
      path('body', 'M20 84L72 40H136L188 84Z'),
      path('shade', 'M124 41H136L187 84H160Z'),
      box('body', 84, 10, 40, 32),
      flange(76, 4, 56),
      box('steel', 92, 30, 24, 12),
      box('body', 16, 82, 176, 88),
      box('shade', 174, 84, 17, 84),
      box('recess', 28, 90, 140, 74, 3),
      path('grain', 'M29 124Q98 96 167 124V150H29Z'),
      ...repeat(5, (row) =>
        repeat(11 - (row % 2), (i) => detail(box('part', 34 + (row % 2) * 6 + i * 12, 122 + row * 6, 6, 3, 1))),
      ),
      // air comes up through the grid
      ...repeat(9, (i) => box('working', 31 + i * 15, 151, 10, 5, 1)),
      ...repeat(4, (i) => path('baffle', `M${44 + i * 34} 108l6-9l6 9`)),
      box('steel', 10, 78, 188, 8, 2),
      path('body', 'M24 168H184L122 220H86Z'),
      path('shade', 'M164 169H183L122 219H108Z'),
      flange(78, 218, 52),
      box('steel', 10, 164, 188, 8, 2),
      foot(16, 238, 26),
      foot(166, 238, 26),
    ],
    anchors: [
      { id: 'inlet', x: 104, y: 4, heading: 'up' },
      { id: 'air', x: 206, y: 20, heading: 'right' },
      { id: 'outlet', x: 104, y: 226, heading: 'down' },
    ],
    sensors: [
      { id: 'bed', name: 'Bed temperature', x: 98, y: 132 },
      { id: 'level', name: 'Level', x: 150, y: 104 },
      { id: 'grid', name: 'Discharge grid', x: 50, y: 158 },
    ],
  }),
};
