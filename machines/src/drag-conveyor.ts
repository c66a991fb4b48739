import type { MachineType } from './machine.ts';
import { box, detail, disc, line, path, repeat } from './pen.ts';

export const dragConveyor: MachineType = {
  id: 3,
  key: 'drag-conveyor',
  name: 'Drag conveyor',
  stretch: { along: 'width', least: -144, most: 8000 },
  smallStretch: -144,
  draw(stretch) {
    const w = 320 + stretch;
    const flights = Math.floor((w - 72) / 24);
    return {
      width: w,
      height: 84,
      marks: [
        box('body', 34, 2, 40, 16),
        box('steel', 30, 0, 48, 6, 1),
        box('body', w - 76, 62, 40, 16),
        box('steel', w - 80, 76, 48, 6, 1),
        box('steel', 46, 62, 10, 22),
        box('steel', w / 2 - 5, 62, 10, 22),
        box('body', 4, 16, w - 8, 48, 10),
        box('shade', 5, 56, w - 10, 7, 4),
        box('recess', 14, 23, w - 28, 32, 16),
        ...repeat(flights, (i) => {
          const x = 40 + i * 24;
          return path('grain', `M${x} 52V46Q${x + 6} 38 ${x + 12} 40T${x + 22} 44V52Z`);
        }),
        line('chain', 30, 30, w - 30, 30),
        line('chain', 30, 49, w - 30, 49),
        ...repeat(flights, (i) => box('working', 36 + i * 24, 36, 5, 18, 1)),
        ...repeat(flights, (i) => detail(box('working', 44 + i * 24, 25, 4, 9, 1))),
        disc('plate', 30, 39, 13),
        disc('plate', w - 30, 39, 13),
        disc('hub', 30, 39, 5),
        disc('hub', w - 30, 39, 5),
      ],
      anchors: [
        { id: 'inlet', x: 54, y: 0, heading: 'up' },
        { id: 'outlet', x: w - 56, y: 82, heading: 'down' },
        // inlets along the trough for the bins above it
        ...[1, 2, 3].map((n) => ({ id: `gate-${n}`, x: Math.round((w * n) / 4), y: 16, heading: 'up' as const })),
      ],
      sensors: [
        { id: 'tail-bearing', name: 'Tail bearing', x: 30, y: 39 },
        { id: 'head-bearing', name: 'Head bearing', x: w - 30, y: 39 },
        { id: 'plug', name: 'Plug', x: w - 56, y: 66 },
        { id: 'chain', name: 'Chain speed', x: Math.round(w / 2), y: 39 },
      ],
    };
  },
};
