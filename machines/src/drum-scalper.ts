import { type MachineType, rigid } from './machine.ts';
import { flange, foot, motor } from './parts.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

export const drumScalper: MachineType = {
  id: 28,
  key: 'drum-scalper',
  name: 'Drum scalper',
  ...rigid,
  draw: () => ({
    width: 272,
    height: 200,
    marks: [
      box('steel', 40, 128, 10, 64),
      box('steel', 212, 128, 10, 64),
      path('body', 'M4 20H56L72 76H28Z'),
      path('shade', 'M44 21H55L71 75H58Z'),
      flange(0, 14, 62),
      box('body', 32, 40, 208, 92, 8),
      box('shade', 222, 42, 17, 88, 6),
      box('recess', 46, 48, 170, 76, 6),
      // the sieve drum, seen from the side between its two end rings
      box('part', 58, 56, 146, 60, 2),
      ...repeat(4, (row) => repeat(11, (i) => disc('working', 70 + i * 12.2, 65 + row * 14, row % 3 ? 4 : 3))),
      ...repeat(2, (i) => box('working', i ? 198 : 54, 52, 9, 68, 2)),
      box('working', 126, 52, 7, 68, 2),
      disc('hub', 58, 122, 6),
      disc('hub', 202, 122, 6),
      ...motor(232, 66, 36, 40),
      path('body', 'M64 130H176L144 168H96Z'),
      path('shade', 'M158 131H175L144 167H132Z'),
      flange(88, 166, 64),
      path('body', 'M186 130H232L250 168H216Z'),
      flange(208, 166, 50),
      detail(box('steel', 60, 34, 40, 8, 2)),
      box('body', 150, 14, 36, 28),
      flange(144, 8, 48),
      foot(30, 188, 32),
      foot(200, 188, 32),
    ],
    anchors: [
      { id: 'inlet', x: 31, y: 14, heading: 'up' },
      { id: 'aspiration', x: 168, y: 8, heading: 'up' },
      { id: 'outlet', x: 120, y: 174, heading: 'down' },
      { id: 'overs', x: 233, y: 174, heading: 'down' },
    ],
    sensors: [
      { id: 'bearing', name: 'Bearing', x: 58, y: 86 },
      { id: 'motor', name: 'Motor', x: 250, y: 86 },
      { id: 'plug', name: 'Plug', x: 120, y: 150 },
    ],
  }),
};
