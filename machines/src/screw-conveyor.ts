import type { MachineType } from './machine.ts';
import { motor } from './parts.ts';
import { box, detail, path, repeat } from './pen.ts';

export const screwConveyor: MachineType = {
  id: 4,
  key: 'screw-conveyor',
  name: 'Screw conveyor',
  stretch: { along: 'width', least: -120, most: 8000 },
  smallStretch: -120,
  draw(stretch) {
    const w = 320 + stretch;
    return {
      width: w,
      height: 84,
      marks: [
        ...motor(0, 26, 46, 32),
        box('steel', 46, 34, 10, 16),
        box('body', 72, 2, 40, 18),
        box('steel', 68, 0, 48, 6, 1),
        box('body', w - 64, 62, 40, 16),
        box('steel', w - 68, 76, 48, 6, 1),
        box('steel', 86, 64, 10, 20),
        box('steel', w / 2 + 20, 64, 10, 20),
        path('body', `M54 16H${w - 2}V46Q${w - 2} 68 ${w - 22} 68H74Q54 68 54 46Z`),
        path(
          'shade',
          `M54 46Q54 68 74 68H${w - 22}Q${w - 2} 68 ${w - 2} 46V50Q${w - 4} 60 ${w - 22} 60H74Q56 60 54 50Z`,
        ),
        box('recess', 62, 22, w - 72, 38, 16),
        box('plate', 56, 38, w - 62, 6),
        ...repeat(Math.floor((w - 96) / 26), (i) => {
          const x = 72 + i * 26;
          return [
            detail(
              path(
                'ghost',
                `M${x + 18} 24C${x + 12} 34 ${x + 10} 48 ${x + 20} 58L${x + 27} 58C${x + 18} 48 ${x + 20} 34 ${x + 26} 24Z`,
              ),
            ),
            path(
              'working',
              `M${x} 58C${x + 10} 52 ${x + 16} 34 ${x + 18} 24H${x + 27}C${x + 24} 36 ${x + 16} 54 ${x + 8} 58Z`,
            ),
          ];
        }),
      ],
      anchors: [
        { id: 'inlet', x: 92, y: 0, heading: 'up' },
        { id: 'outlet', x: w - 44, y: 82, heading: 'down' },
      ],
      sensors: [
        { id: 'drive-bearing', name: 'Drive bearing', x: 60, y: 41 },
        { id: 'tail-bearing', name: 'Tail bearing', x: w - 8, y: 41 },
        { id: 'motor', name: 'Motor', x: 23, y: 42 },
        { id: 'plug', name: 'Plug', x: w - 44, y: 66 },
      ],
    };
  },
};
