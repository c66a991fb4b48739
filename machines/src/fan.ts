import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, disc, path, placed, repeat, turned } from './pen.ts';

const x = 80;
const y = 96;

export const fan: MachineType = {
  id: 9,
  key: 'fan',
  name: 'Fan',
  ...rigid,
  draw: () => ({
    width: 164,
    height: 176,
    marks: [
      path('steel', 'M36 140L22 166H138L124 140Z'),
      path('body', 'M104 38H152V6H104Z'),
      flange(98, 2, 60, 9),
      path('body', 'M152 10V100A70 70 0 1 1 80 28Q94 28 104 36V10Z'),
      path('shade', 'M140 12H151V100A70 70 0 0 1 96 168L92 156A58 58 0 0 0 139 100Z'),
      disc('recess', x, y, 46),
      ...repeat(8, (i) =>
        placed(
          path(
            'working',
            `M${x - 3} ${y - 14}Q${x - 14} ${y - 30} ${x + 2} ${y - 42}L${x + 10} ${y - 39}Q${x - 2} ${y - 28} ${x + 5} ${y - 13}Z`,
          ),
          turned(i * 45, x, y),
        ),
      ),
      disc('plate', x, y, 17),
      disc('hub', x, y, 7),
      box('steel', 10, 164, 140, 8, 2),
    ],
    anchors: [
      { id: 'inlet', x: 12, y: 96, heading: 'left' },
      { id: 'outlet', x: 128, y: 2, heading: 'up' },
    ],
    sensors: [
      { id: 'bearing', name: 'Bearing', x, y },
      { id: 'vibration', name: 'Vibration', x: 44, y: 152 },
    ],
  }),
};
