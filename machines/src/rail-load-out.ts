import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, disc, line, path, repeat } from './pen.ts';

const wheels = [56, 88, 232, 264];

export const railLoadOut: MachineType = {
  id: 25,
  key: 'rail-load-out',
  name: 'Rail load-out',
  ...rigid,
  draw: () => ({
    width: 320,
    height: 248,
    marks: [
      // telescopic spout
      path('body', 'M136 8H184V52H136Z'),
      box('shade', 172, 10, 11, 40),
      flange(128, 2, 64),
      box('body', 140, 50, 40, 26),
      box('body', 144, 74, 32, 24),
      box('steel', 134, 48, 52, 6, 1),
      box('steel', 138, 72, 44, 6, 1),
      path('flow', 'M160 98V112'),
      // hopper wagon
      path('grain', 'M72 112Q116 96 160 102T248 112Z'),
      path('body', 'M32 110H288V164L264 206H220L196 172H124L100 206H56L32 164Z'),
      path('shade', 'M268 111H287V164L264 205H250L268 168Z'),
      box('steel', 24, 106, 272, 8, 2),
      ...repeat(7, (i) => line('rib', 64 + i * 32, 116, 64 + i * 32, 160)),
      detail(line('ribWide', 33, 164, 287, 164)),
      box('steel', 0, 194, 40, 8, 2),
      box('steel', 280, 194, 40, 8, 2),
      box('steel', 36, 200, 248, 7),
      path('steel', 'M48 207H96L104 220H40ZM224 207H272L280 220H216Z'),
      path('body', 'M140 172H180L172 196H148Z'),
      ...wheels.flatMap((x) => [disc('tyre', x, 226, 12), disc('part', x, 226, 4.5)]),
      box('steel', 0, 238, 320, 5),
      ...repeat(10, (i) => detail(box('steel', 10 + i * 33, 243, 12, 5))),
    ],
    anchors: [{ id: 'inlet', x: 160, y: 2, heading: 'up' }],
    sensors: [
      { id: 'spout', name: 'Spout level', x: 160, y: 62 },
      { id: 'wagon', name: 'Wagon level', x: 160, y: 140 },
    ],
  }),
};
