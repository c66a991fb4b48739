import type { MachineType } from './machine.ts';
import { box, detail, disc, path, repeat } from './pen.ts';

export const beltConveyor: MachineType = {
  id: 2,
  key: 'belt-conveyor',
  name: 'Belt conveyor',
  stretch: { along: 'width', least: -144, most: 8000 },
  smallStretch: -144,
  draw(stretch) {
    const w = 320 + stretch;
    const trestles = Math.max(2, Math.round((w - 80) / 140) + 1);
    return {
      width: w,
      height: 100,
      marks: [
        ...repeat(trestles, (i) => {
          const x = 44 + (i * (w - 88)) / (trestles - 1);
          return path('steel', `M${x - 5} 52H${x + 5}L${x + 14} 98H${x + 7}L${x} 66L${x - 7} 98H${x - 14}Z`);
        }),
        w < 220
          ? path('grain', `M40 22C${w * 0.3} 0 ${w * 0.6} 0 ${w - 40} 22Z`)
          : path(
              'grain',
              `M48 22C62 20 66 9 84 8S${w * 0.36} 11 ${w * 0.5} 8S${w - 104} 10 ${w - 84} 8S${w - 60} 18 ${w - 48} 22Z`,
            ),
        box('beltBody', 6, 20, w - 12, 40, 20),
        box('steel', 44, 35, w - 88, 10, 2),
        ...repeat(Math.floor((w - 100) / 30), (i) => disc('part', 58 + i * 30, 29, 5)),
        ...repeat(Math.floor((w - 100) / 60), (i) => detail(disc('part', 74 + i * 60, 52, 4.5))),
        disc('plate', 26, 40, 15),
        disc('plate', w - 26, 40, 15),
        disc('hub', 26, 40, 5),
        disc('hub', w - 26, 40, 5),
      ],
      anchors: [
        { id: 'inlet', x: 56, y: 10, heading: 'up' },
        { id: 'middle-inlet', x: Math.round(w / 2), y: 10, heading: 'up' },
        { id: 'outlet', x: w - 8, y: 52, heading: 'right' },
      ],
      sensors: [
        { id: 'tail-bearing', name: 'Tail bearing', x: 26, y: 40 },
        { id: 'head-bearing', name: 'Head bearing', x: w - 26, y: 40 },
        { id: 'alignment', name: 'Belt alignment', x: Math.round(w / 2) - 20, y: 52 },
        { id: 'speed', name: 'Belt speed', x: Math.round(w / 2) + 20, y: 40 },
      ],
    };
  },
};
