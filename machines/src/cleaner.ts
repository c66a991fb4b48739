import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

export const cleaner: MachineType = {
  id: 12,
  key: 'cleaner',
  name: 'Cleaner',
  ...rigid,
  draw: () => ({
    width: 216,
    height: 178,
    marks: [
      path('stand', 'M40 138l-8 28M64 138l8 28M152 138l-8 28M176 138l8 28'),
      path('body', 'M28 8H88L74 40H42Z'),
      flange(22, 4, 72),
      path('body', 'M150 42V26Q150 8 168 8H196V30H176V42Z'),
      flange(194, 4, 8, 30),
      box('body', 14, 38, 188, 86, 8),
      box('shade', 182, 40, 18, 82, 6),
      box('recess', 24, 48, 156, 66, 6),
      path('mesh', 'M30 60L174 82'),
      path('mesh', 'M30 84L174 106'),
      ...repeat(7, (i) => disc('grain', 40 + i * 17, 54 + i * 2.6, 4)),
      ...repeat(5, (i) => detail(disc('grain', 52 + i * 17, 80 + i * 2.6, 2.6))),
      path('body', 'M178 80H202L212 108V116H190Z'),
      path('body', 'M60 124H100L92 144H68Z'),
      flange(64, 142, 32, 7),
      box('steel', 110, 124, 56, 12, 3),
      disc('plate', 138, 142, 10),
      box('steel', 18, 166, 76, 7, 2),
      box('steel', 122, 166, 76, 7, 2),
    ],
    anchors: [
      { id: 'inlet', x: 58, y: 4, heading: 'up' },
      { id: 'outlet', x: 80, y: 149, heading: 'down' },
      { id: 'overs', x: 201, y: 116, heading: 'down' },
      { id: 'aspiration', x: 202, y: 19, heading: 'right' },
    ],
    sensors: [
      { id: 'drive', name: 'Drive', x: 138, y: 142 },
      { id: 'sieve', name: 'Sieve', x: 102, y: 81 },
      { id: 'plug', name: 'Plug', x: 198, y: 100 },
    ],
  }),
};
