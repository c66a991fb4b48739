import { type MachineType, rigid } from './machine.ts';
import { flange, foot, motor } from './parts.ts';
import { box, disc, path, repeat } from './pen.ts';

export const dryer: MachineType = {
  id: 11,
  key: 'dryer',
  name: 'Dryer',
  ...rigid,
  draw: () => ({
    width: 188,
    height: 290,
    marks: [
      box('steel', 32, 240, 8, 46),
      box('steel', 112, 240, 8, 46),
      box('body', 64, 4, 24, 18),
      flange(58, 0, 36),
      path('body', 'M20 56L60 20H92L132 56Z'),
      path('shade', 'M86 21H92L131 55H112Z'),
      box('body', 124, 140, 52, 64, 6),
      ...motor(172, 156, 14, 32),
      disc('recess', 150, 172, 19),
      path('working', 'M150 158Q162 172 157 180Q154 186 150 186Q146 186 143 180Q141 173 147 170Q150 166 150 158Z'),
      box('body', 24, 56, 104, 178, 2),
      box('shade', 112, 58, 15, 174),
      box('recess', 34, 64, 76, 162, 4),
      path('grain', 'M35 68Q35 65 38 65H106Q109 65 109 68V92Q72 84 35 92Z'),
      ...repeat(6, (row) =>
        repeat(row % 2 ? 3 : 4, (i) =>
          path('baffle', `M${(row % 2 ? 46 : 36) + i * 20 - 2} ${112 + row * 20}l8-11l8 11`),
        ),
      ),
      path('body', 'M24 234H128L92 264H60Z'),
      flange(52, 262, 48, 9),
      box('steel', 18, 52, 116, 7, 1),
      box('steel', 18, 230, 116, 7, 1),
      foot(26, 282, 20),
      foot(106, 282, 20),
    ],
    anchors: [
      { id: 'inlet', x: 76, y: 0, heading: 'up' },
      { id: 'outlet', x: 76, y: 271, heading: 'down' },
    ],
    sensors: [
      { id: 'column', name: 'Column temperature', x: 72, y: 80 },
      { id: 'burner', name: 'Burner', x: 150, y: 172 },
      { id: 'discharge', name: 'Discharge temperature', x: 76, y: 248 },
    ],
  }),
};
