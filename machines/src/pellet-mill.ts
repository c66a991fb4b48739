import { type MachineType, rigid } from './machine.ts';
import { flange, motor } from './parts.ts';
import { box, detail, disc, line, path, placed, repeat, turned } from './pen.ts';

const x = 76;
const y = 140;

export const pelletMill: MachineType = {
  id: 20,
  key: 'pellet-mill',
  name: 'Pellet mill',
  ...rigid,
  draw: () => ({
    width: 248,
    height: 248,
    marks: [
      // conditioner on top, with its own drive
      box('body', 160, 8, 32, 28),
      flange(154, 2, 44),
      ...motor(4, 40, 32, 32),
      box('steel', 36, 50, 10, 12),
      box('body', 44, 34, 164, 44, 12),
      box('shade', 52, 68, 148, 9, 4),
      box('recess', 56, 44, 140, 22, 10),
      ...repeat(7, (i) => path('working', `M${66 + i * 19} 64l8-18h6l-8 18Z`)),
      path('body', 'M60 78H92L88 96H64Z'),
      // die chamber
      path('steel', 'M44 206H108L116 232H36Z'),
      box('plate', 138, 124, 16, 32),
      ...motor(152, 104, 84, 74),
      box('steel', 172, 92, 44, 14, 3),
      path('plate', 'M152 178H236L242 232H146Z'),
      disc('body', x, y, 64),
      path('shade', `M${x + 34} ${y - 54}A64 64 0 0 1 ${x} ${y + 63}A78 78 0 0 0 ${x + 34} ${y - 54}Z`),
      disc('working', x, y, 50),
      ...repeat(24, (i) => detail(placed(line('rib', x, y - 49, x, y - 41), turned(i * 15, x, y)))),
      disc('recess', x, y, 39),
      disc('working', x - 19, y, 17),
      disc('working', x + 19, y, 17),
      disc('plate', x - 19, y, 8),
      disc('plate', x + 19, y, 8),
      disc('hub', x, y, 6),
      path('grain', `M${x - 24} ${y + 44}h48l-8 26h-32Z`),
      path('body', 'M44 196H108L100 222H52Z'),
      ...repeat(3, (i) => [
        detail(box('grain', 60 + i * 12, 201, 5, 8, 2)),
        detail(box('grain', 65 + i * 12, 211, 5, 8, 2)),
      ]),
      flange(44, 220, 64),
      box('steel', 12, 232, 228, 9, 2),
    ],
    anchors: [
      { id: 'inlet', x: 176, y: 2, heading: 'up' },
      { id: 'outlet', x: 76, y: 240, heading: 'down' },
    ],
    sensors: [
      { id: 'main-bearing', name: 'Main bearing', x, y },
      { id: 'motor', name: 'Motor', x: 194, y: 140 },
      { id: 'conditioner', name: 'Conditioner temperature', x: 126, y: 56 },
      { id: 'plug', name: 'Plug', x: 76, y: 208 },
    ],
  }),
};
