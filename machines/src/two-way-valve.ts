import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, disc, path } from './pen.ts';

export const twoWayValve: MachineType = {
  id: 24,
  key: 'two-way-valve',
  name: 'Two-way valve',
  ...rigid,
  draw: () => ({
    width: 184,
    height: 160,
    marks: [
      path('body', 'M56 10H108V54L160 150H112L82 94L52 150H4L56 54Z'),
      path('shade', 'M94 12H107V54L159 149H144L94 58Z'),
      path('recess', 'M66 24H98V58L136 134H118L82 64L46 134H28L66 58Z'),
      path('flow', 'M84 26V50L124 130'),
      path('working', 'M75 88L64 42L71 40L86 80Z'),
      disc('plate', 82, 88, 11),
      disc('hub', 82, 88, 5),
      box('steel', 106, 34, 26, 8),
      box('steel', 130, 20, 48, 36, 6),
      box('part', 144, 28, 20, 12, 2),
      flange(46, 2, 72),
      flange(0, 148, 56),
      flange(108, 148, 56),
    ],
    anchors: [
      { id: 'inlet', x: 82, y: 2, heading: 'up' },
      { id: 'outlet-1', x: 28, y: 156, heading: 'down' },
      { id: 'outlet-2', x: 136, y: 156, heading: 'down' },
    ],
    sensors: [
      { id: 'position', name: 'Position', x: 82, y: 88 },
      { id: 'actuator', name: 'Actuator', x: 154, y: 38 },
    ],
  }),
};
