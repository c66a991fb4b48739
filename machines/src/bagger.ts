import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

export const bagger: MachineType = {
  id: 23,
  key: 'bagger',
  name: 'Bagger',
  ...rigid,
  draw: () => ({
    width: 176,
    height: 288,
    marks: [
      box('steel', 132, 36, 9, 204),
      path('body', 'M28 8H124V44L92 84H60L28 44Z'),
      path('shade', 'M108 9H123V44L92 83H82L108 44Z'),
      flange(20, 2, 112),
      path('grain', 'M40 40H112L88 70H64Z'),
      box('body', 112, 84, 52, 60, 4),
      box('recess', 120, 92, 36, 20, 2),
      ...repeat(3, (i) => disc('working', 126 + i * 12, 128, 4)),
      box('body', 58, 82, 36, 34),
      box('shade', 84, 84, 9, 30),
      box('working', 44, 112, 64, 10, 3),
      // the bag: gathered at the clamps, wide below
      path(
        'body',
        'M54 122H98Q96 138 110 148Q122 160 120 190L122 232Q122 242 112 242H40Q30 242 30 232L32 190Q30 160 42 148Q56 138 54 122Z',
      ),
      path(
        'shade',
        'M98 123Q97 138 109 148Q121 160 119 190L121 232Q121 241 112 241H98Q106 214 104 186Q104 158 92 142Z',
      ),
      path('recess', 'M52 176H98V214H52Z'),
      detail(path('seam', 'M60 186H90M60 195H90M60 204H80')),
      detail(path('rib', 'M66 124Q64 140 56 152M86 124Q88 140 96 154')),
      box('beltBody', 6, 246, 152, 24, 12),
      ...repeat(5, (i) => disc('part', 22 + i * 30, 258, 6)),
      box('steel', 20, 270, 10, 16),
      box('steel', 132, 270, 10, 16),
    ],
    anchors: [
      { id: 'inlet', x: 76, y: 2, heading: 'up' },
      { id: 'outlet', x: 158, y: 258, heading: 'right' },
    ],
    sensors: [
      { id: 'weight', name: 'Weight', x: 76, y: 228 },
      { id: 'clamp', name: 'Bag clamp', x: 76, y: 117 },
      { id: 'belt', name: 'Belt', x: 22, y: 258 },
    ],
  }),
};
