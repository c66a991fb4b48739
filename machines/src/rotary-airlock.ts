import { type MachineType, rigid } from './machine.ts';
import { flange, motor } from './parts.ts';
import { box, disc, path, placed, repeat, turned } from './pen.ts';

const x = 72;
const y = 76;

export const rotaryAirlock: MachineType = {
  id: 22,
  key: 'rotary-airlock',
  name: 'Rotary airlock',
  ...rigid,
  draw: () => ({
    width: 208,
    height: 152,
    marks: [
      box('steel', 122, 66, 16, 20),
      ...motor(136, 50, 68, 52),
      box('steel', 152, 42, 28, 9, 2),
      path('body', 'M32 8H112V36H32Z'),
      path('body', 'M32 116H112V144H32Z'),
      box('shade', 98, 10, 13, 24),
      box('shade', 98, 118, 13, 24),
      path('grain', 'M44 12H98V34H44Z'),
      disc('body', x, y, 56),
      path('shade', `M${x + 30} ${y - 47}A56 56 0 0 1 ${x} ${y + 55}A70 70 0 0 0 ${x + 30} ${y - 47}Z`),
      disc('recess', x, y, 44),
      path('grain', `M${x - 20} ${y - 38}A43 43 0 0 1 ${x + 20} ${y - 38}L${x} ${y - 8}Z`),
      path('grain', `M${x + 22} ${y - 37}A43 43 0 0 1 ${x + 43} ${y - 1}L${x} ${y - 1}Z`),
      ...repeat(6, (i) => placed(box('working', x - 3, y - 42, 6, 34, 1), turned(i * 60 + 30, x, y))),
      disc('plate', x, y, 14),
      disc('hub', x, y, 6),
      flange(22, 2, 100, 10),
      flange(22, 140, 100, 10),
    ],
    anchors: [
      { id: 'inlet', x: 72, y: 2, heading: 'up' },
      { id: 'outlet', x: 72, y: 150, heading: 'down' },
    ],
    sensors: [
      { id: 'bearing', name: 'Bearing', x, y },
      { id: 'motor', name: 'Motor', x: 170, y: 76 },
    ],
  }),
};
