import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, path } from './pen.ts';

export const cyclone: MachineType = {
  id: 17,
  key: 'cyclone',
  name: 'Cyclone',
  ...rigid,
  draw: () => ({
    width: 152,
    height: 264,
    marks: [
      box('body', 64, 6, 40, 42),
      box('shade', 92, 8, 11, 38),
      flange(56, 0, 56),
      path('body', 'M8 52H84V92H8Z'),
      flange(0, 48, 9, 48),
      box('body', 32, 46, 104, 72, 2),
      path('body', 'M32 116H136L98 236H70Z'),
      path('shade', 'M120 48H135V116L97 236H88L120 117Z'),
      path('recess', 'M44 60H112V116L86 218H80L44 116Z'),
      // dust spirals down along the wall, air leaves through the middle
      path('ghost', 'M44 96L112 82V94L44 108ZM49 134L109 122L106 134L52 144Z'),
      path('working', 'M44 72Q78 96 112 82V95Q78 110 44 86ZM45 108Q78 132 109 121L106 133Q78 146 49 124Z'),
      path('working', 'M53 144Q78 162 101 152L98 163Q78 172 57 158Z'),
      detail(path('ghost', 'M59 166L98 163L95 173L62 176Z')),
      detail(path('working', 'M61 175Q78 186 94 179L92 188Q78 192 64 186Z')),
      path('grain', 'M72 192H97L88 218H78Z'),
      box('part', 74, 46, 20, 52),
      flange(26, 112, 116, 9),
      flange(62, 234, 44, 8),
      box('steel', 72, 242, 24, 14),
      flange(64, 255, 40, 8),
    ],
    anchors: [
      { id: 'inlet', x: 0, y: 72, heading: 'left' },
      { id: 'clean-air', x: 84, y: 0, heading: 'up' },
      { id: 'outlet', x: 84, y: 263, heading: 'down' },
    ],
    sensors: [
      { id: 'plug', name: 'Plug', x: 84, y: 206 },
      { id: 'temperature', name: 'Temperature', x: 124, y: 82 },
    ],
  }),
};
