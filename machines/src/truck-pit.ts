import { type MachineType, rigid } from './machine.ts';
import { flange } from './parts.ts';
import { box, detail, disc, line, path, repeat } from './pen.ts';

const wheels = [30, 104, 132, 276, 300];

export const truckPit: MachineType = {
  id: 14,
  key: 'truck-pit',
  name: 'Truck pit',
  ...rigid,
  draw: () => ({
    width: 320,
    height: 196,
    marks: [
      path('soil', 'M0 114H100V126L150 186H120L0 186ZM320 114H240V126L190 186H216L320 186Z'),
      path('body', 'M96 122H244L190 180H150Z'),
      path('shade', 'M222 122H244L190 180H178Z'),
      flange(142, 178, 56, 9),
      path('grain', 'M120 122Q170 148 220 122Z'),
      box('steel', 96, 112, 148, 11),
      ...repeat(11, (i) => line('seam', 106 + i * 13, 113, 106 + i * 13, 122)),
      box('steel', 0, 112, 96, 4),
      box('steel', 244, 112, 76, 4),
      box('steel', 66, 84, 238, 8),
      path('body', 'M92 30H306V62L286 84H244L224 66H190L172 84H128L92 56Z'),
      path('shade', 'M288 31H305V62L286 83H272L288 62Z'),
      path('grain', 'M96 30Q130 12 160 20T230 18T302 30Z'),
      box('steel', 88, 27, 222, 7, 2),
      ...repeat(6, (i) => detail(line('rib', 122 + i * 32, 36, 122 + i * 32, 58))),
      path('flow', 'M166 84V112M250 84V112'),
      path('body', 'M8 96V66Q8 60 12 56L24 34Q26 30 32 30H62Q66 30 66 34V96Z'),
      path('recess', 'M18 58L28 38H46V58Z'),
      box('steel', 4, 90, 66, 9, 2),
      box('steel', 70, 20, 8, 66, 3),
      ...wheels.flatMap((x) => [disc('tyre', x, 99, 13), disc('part', x, 99, 5)]),
    ],
    label: { x: 190, y: -4 },
    anchors: [{ id: 'outlet', x: 170, y: 187, heading: 'down' }],
    sensors: [
      { id: 'plug', name: 'Plug', x: 170, y: 150 },
      { id: 'pit-level', name: 'Pit level', x: 122, y: 132 },
    ],
  }),
};
