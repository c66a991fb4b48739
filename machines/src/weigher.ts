import { type MachineType, rigid } from './machine.ts';
import { flange, foot } from './parts.ts';
import { box, disc, path } from './pen.ts';

export const weigher: MachineType = {
  id: 15,
  key: 'weigher',
  name: 'Weigher',
  ...rigid,
  draw: () => ({
    width: 160,
    height: 230,
    marks: [
      box('steel', 8, 56, 9, 168),
      box('steel', 143, 56, 9, 168),
      box('steel', 8, 52, 144, 9, 1),
      path('body', 'M36 6H124V32L98 52H62L36 32Z'),
      path('shade', 'M108 7H123V32L98 51H90L108 32Z'),
      flange(30, 2, 100),
      box('working', 17, 88, 16, 12, 2),
      box('working', 127, 88, 16, 12, 2),
      box('steel', 22, 82, 116, 8, 1),
      path('body', 'M30 90H130V132L98 166H62L30 132Z'),
      path('shade', 'M112 91H129V132L98 165H88L112 132Z'),
      disc('dial', 80, 116, 25),
      path('rib', 'M63 124A19 19 0 1 1 97 124'),
      path('needle', 'M80 118L92 104'),
      disc('hub', 80, 116, 4),
      flange(56, 164, 48),
      path('body', 'M44 184H116L98 214H62Z'),
      path('shade', 'M104 184H116L98 214H90Z'),
      box('steel', 40, 180, 80, 7, 1),
      flange(54, 212, 52),
      foot(2, 222, 22),
      foot(136, 222, 22),
    ],
    anchors: [
      { id: 'inlet', x: 80, y: 2, heading: 'up' },
      { id: 'outlet', x: 80, y: 220, heading: 'down' },
    ],
    sensors: [
      { id: 'weight', name: 'Weight', x: 80, y: 116 },
      { id: 'load-cell', name: 'Load cell', x: 25, y: 94 },
      { id: 'plug', name: 'Plug', x: 80, y: 198 },
    ],
  }),
};
