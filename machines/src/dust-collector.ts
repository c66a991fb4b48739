import { type MachineType, rigid } from './machine.ts';
import { flange, foot } from './parts.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

export const dustCollector: MachineType = {
  id: 10,
  key: 'dust-collector',
  name: 'Dust collector',
  ...rigid,
  draw: () => ({
    width: 168,
    height: 268,
    marks: [
      box('steel', 24, 176, 8, 86),
      box('steel', 136, 176, 8, 86),
      detail(path('brace', 'M28 214L60 258M140 214L108 258')),
      box('body', 0, 138, 26, 30),
      flange(0, 134, 7, 38),
      box('body', 142, 34, 20, 26),
      flange(160, 30, 8, 34),
      path('body', 'M20 174H148L98 228H70Z'),
      path('shade', 'M128 174H148L98 228H90Z'),
      box('body', 20, 30, 128, 146, 4),
      box('shade', 130, 32, 17, 142),
      box('steel', 34, 4, 100, 16, 8),
      ...repeat(5, (i) => box('steel', 44 + i * 18, 18, 7, 13)),
      box('recess', 28, 72, 112, 96, 4),
      box('steel', 20, 60, 128, 7),
      ...repeat(5, (i) => {
        const x = 34 + i * 21;
        return [
          path('part', `M${x} 72H${x + 16}V148Q${x + 16} 156 ${x + 8} 156T${x} 148Z`),
          detail(path('rib', `M${x} 92H${x + 16}M${x} 112H${x + 16}M${x} 132H${x + 16}`)),
        ];
      }),
      disc('plate', 84, 238, 14),
      path('edge', 'M84 226V250M72 238H96'),
      box('body', 72, 252, 24, 10),
      foot(18, 260, 20),
      foot(130, 260, 20),
    ],
    anchors: [
      { id: 'inlet', x: 0, y: 153, heading: 'left' },
      { id: 'clean-air', x: 168, y: 47, heading: 'right' },
      { id: 'outlet', x: 84, y: 262, heading: 'down' },
    ],
    sensors: [
      { id: 'header', name: 'Header temperature', x: 84, y: 48 },
      { id: 'cone', name: 'Cone', x: 84, y: 204 },
      { id: 'pressure', name: 'Filter pressure', x: 124, y: 116 },
      { id: 'airlock', name: 'Airlock', x: 84, y: 238 },
    ],
  }),
};
