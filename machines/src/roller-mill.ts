import { type MachineType, rigid } from './machine.ts';
import { flange, foot, gear } from './parts.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

/** Two pairs of rolls; the lower pair is closer together. */
const rolls = [
  { x: 70, y: 92, r: 22 },
  { x: 116, y: 92, r: 22 },
  { x: 72, y: 142, r: 21 },
  { x: 114, y: 142, r: 21 },
];

export const rollerMill: MachineType = {
  id: 18,
  key: 'roller-mill',
  name: 'Roller mill',
  ...rigid,
  draw: () => ({
    width: 192,
    height: 224,
    marks: [
      path('body', 'M52 8H132L120 48H64Z'),
      flange(44, 2, 96),
      path('grain', 'M62 12H122L114 40H70Z'),
      path('body', 'M24 44H160V190H24Z'),
      box('shade', 144, 46, 15, 142),
      box('recess', 40, 58, 106, 114, 8),
      path('grain', 'M84 60H102L94 80H92ZM90 108H96V124H90Z'),
      ...rolls.flatMap(({ x, y, r }) => [
        disc('working', x, y, r),
        ...repeat(1, () => detail(disc('ghost', x, y, r - 5))),
        disc('plate', x, y, r * 0.5),
        disc('hub', x, y, 5),
      ]),
      box('steel', 18, 40, 148, 8, 2),
      box('steel', 160, 96, 12, 60, 2),
      ...gear(176, 142, 12, 8),
      path('body', 'M56 190H128L116 212H68Z'),
      box('steel', 12, 184, 160, 9, 2),
      box('steel', 20, 193, 10, 26),
      box('steel', 154, 193, 10, 26),
      foot(12, 216, 28),
      foot(144, 216, 28),
      flange(60, 210, 64),
    ],
    anchors: [
      { id: 'inlet', x: 92, y: 2, heading: 'up' },
      { id: 'outlet', x: 92, y: 218, heading: 'down' },
    ],
    sensors: [
      { id: 'left-roll', name: 'Left roll bearing', x: 70, y: 92 },
      { id: 'right-roll', name: 'Right roll bearing', x: 116, y: 92 },
      { id: 'lower-roll', name: 'Lower roll bearing', x: 72, y: 142 },
      { id: 'drive', name: 'Drive', x: 176, y: 142 },
    ],
  }),
};
