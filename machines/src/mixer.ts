import { type MachineType, rigid } from './machine.ts';
import { flange, foot, motor } from './parts.ts';
import { box, detail, disc, path, placed, repeat } from './pen.ts';

const shaftY = 92;
const paddles = [104, 136, 168, 200, 232];

export const mixer: MachineType = {
  id: 19,
  key: 'mixer',
  name: 'Mixer',
  ...rigid,
  draw: () => ({
    width: 288,
    height: 200,
    marks: [
      ...motor(0, 72, 46, 40),
      box('steel', 8, 112, 30, 76),
      box('steel', 46, 84, 16, 16),
      box('steel', 76, 140, 10, 52),
      box('steel', 254, 140, 10, 52),
      box('body', 96, 10, 40, 20),
      flange(90, 4, 52),
      box('body', 208, 14, 32, 16),
      flange(202, 8, 44),
      path('body', 'M66 32H274V104Q274 156 222 156H118Q66 156 66 104Z'),
      path('shade', 'M258 34H273V104Q273 155 222 155H118Q86 155 74 132Q92 142 118 142H212Q258 142 258 100Z'),
      path('recess', 'M78 44H256V96Q256 138 214 138H120Q78 138 78 96Z'),
      path('grain', 'M79 106Q100 92 124 102T176 98T224 104T255 96Q255 137 214 137H120Q82 137 79 106Z'),
      box('plate', 62, shaftY - 4, 206, 8),
      ...paddles.flatMap((x, i) => {
        const flip = i % 2 ? -1 : 1;
        const arm = path('working', 'M-3 0H3V-30L14-40H-6L-10-30H-3Z');
        return [
          placed(arm, [flip, 0, 0, flip, x, shaftY]),
          detail(placed(path('ghost', 'M-2 0H2V30H-2Z'), [1, 0, 0, flip, x, shaftY])),
        ];
      }),
      ...paddles.map((x) => disc('hub', x, shaftY, 5)),
      ...repeat(2, (i) => disc('plate', i ? 268 : 68, shaftY, 10)),
      box('steel', 60, 28, 220, 9, 2),
      path('body', 'M140 155H204L192 178H152Z'),
      flange(146, 176, 52),
      foot(66, 190, 30),
      foot(244, 190, 30),
      foot(2, 190, 44),
    ],
    anchors: [
      { id: 'inlet', x: 116, y: 4, heading: 'up' },
      { id: 'second-inlet', x: 224, y: 8, heading: 'up' },
      { id: 'outlet', x: 172, y: 184, heading: 'down' },
    ],
    sensors: [
      { id: 'drive-bearing', name: 'Drive bearing', x: 68, y: shaftY },
      { id: 'tail-bearing', name: 'Tail bearing', x: 268, y: shaftY },
      { id: 'motor', name: 'Motor', x: 23, y: shaftY },
      { id: 'gate', name: 'Outlet gate', x: 172, y: 164 },
    ],
  }),
};
