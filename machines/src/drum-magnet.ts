import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, disc, path, placed, repeat, turned } from './pen.ts';

const x = 84;
const y = 92;

export const drumMagnet: MachineType = {
  id: 26,
  key: 'drum-magnet',
  name: 'Drum magnet',
  ...rigid,
  draw: () => ({
    width: 168,
    height: 192,
    marks: [
      path('body', 'M60 8H116V40H60Z'),
      flange(52, 2, 72),
      path('body', 'M16 56L40 36H128L152 56V128L136 148H32L16 128Z'),
      path('shade', 'M134 42L151 57V128L136 147H122L134 128Z'),
      disc('recess', x, y, 48),
      disc('part', x, y, 38),
      // the fixed magnet inside the shell covers half of it
      path('working', `M${x} ${y - 33}A33 33 0 0 1 ${x} ${y + 33}L${x} ${y + 17}A17 17 0 0 0 ${x} ${y - 17}Z`),
      ...repeat(5, (i) => detail(placed(box('part', x - 2, y - 33, 4, 16), turned(30 + i * 30, x, y)))),
      ...repeat(6, (i) => placed(box('steel', x - 2, y - 44, 4, 7), turned(i * 60, x, y))),
      path('grain', `M76 12H100V40Q126 52 ${x + 43} ${y - 10}L${x + 47} ${y - 6}Q132 40 108 34V12Z`),
      disc('hub', x, y, 7),
      path('body', 'M32 146H72L68 176H36Z'),
      path('body', 'M92 146H136L128 176H100Z'),
      path('shade', 'M124 147H135L128 175H118Z'),
      flange(28, 174, 48, 9),
      flange(90, 174, 48, 9),
      box('steel', 8, 143, 152, 8, 2),
    ],
    anchors: [
      { id: 'inlet', x: 88, y: 2, heading: 'up' },
      { id: 'iron', x: 52, y: 183, heading: 'down' },
      { id: 'outlet', x: 114, y: 183, heading: 'down' },
    ],
    sensors: [
      { id: 'bearing', name: 'Bearing', x, y },
      { id: 'speed', name: 'Drum speed', x: 48, y: 108 },
    ],
  }),
};
