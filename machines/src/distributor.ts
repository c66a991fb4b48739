import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, disc, line, path, repeat, tube } from './pen.ts';

/** Five spouts; the outer ones are drawn first, so that the middle one is in front. */
const ends = [16, 58, 100, 142, 184];
const backToFront = [0, 4, 1, 3, 2];

export const distributor: MachineType = {
  id: 7,
  key: 'distributor',
  name: 'Distributor',
  ...rigid,
  draw: () => ({
    width: 200,
    height: 148,
    marks: [
      ...backToFront.map((i) => {
        const x = ends[i] ?? 0;
        return tube('body', 100 + (x - 100) * 0.41, 74, x, 136, 20);
      }),
      ...ends.map((x) => flange(x - 14, 134, 28, 9)),
      box('body', 88, 4, 24, 22),
      flange(82, 0, 36),
      path('body', 'M56 66V50Q58 22 100 22T144 50V66Z'),
      path('shade', 'M122 27Q142 34 143 50V65H124Z'),
      path('recess', 'M68 64Q72 38 100 36T132 64Z'),
      path('working', 'M92 36H108L128 64H110Z'),
      disc('hub', 100, 40, 6),
      box('steel', 48, 64, 104, 14, 4),
      ...repeat(6, (i) => detail(line('seam', 60 + i * 16, 67, 60 + i * 16, 75))),
    ],
    label: { x: 158, y: 40, beside: true },
    anchors: [
      { id: 'inlet', x: 100, y: 0, heading: 'up' },
      ...ends.map((x, i) => ({ id: `outlet-${i + 1}`, x, y: 143, heading: 'down' as const })),
    ],
    sensors: [
      { id: 'position', name: 'Position', x: 100, y: 50 },
      { id: 'plug', name: 'Plug', x: 100, y: 112 },
    ],
  }),
};
