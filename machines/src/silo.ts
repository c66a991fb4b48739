import type { MachineType } from './machine.ts';
import { box, detail, line, path, repeat } from './pen.ts';

const w = 140;
const leg = 44;
const roof = 54;
const level = 0.6;

export const silo: MachineType = {
  id: 5,
  key: 'silo',
  name: 'Silo',
  stretch: { along: 'height', least: -60, most: 1600 },
  smallStretch: 0,
  draw(stretch) {
    const h = 260 + stretch;
    const c = w / 2;
    const base = h - leg - 52;
    const gauge = base - roof - 28;
    return {
      width: w,
      height: h,
      marks: [
        box('steel', 12, base, 8, h - base),
        box('steel', w - 20, base, 8, h - base),
        detail(path('brace', `M16 ${h - leg + 6}L${w - 16} ${h - 4}M${w - 16} ${h - leg + 6}L16 ${h - 4}`)),
        path('body', `M8 ${base}H${w - 8}L${c + 12} ${base + 50}H${c - 12}Z`),
        path('shade', `M${w - 30} ${base}H${w - 8}L${c + 12} ${base + 50}H${c + 4}Z`),
        box('steel', c - 14, base + 48, 28, 8, 1),
        path('body', `M4 ${roof}L${c - 15} 14H${c + 15}L${w - 4} ${roof}Z`),
        path('shade', `M${c + 6} 15H${c + 15}L${w - 5} ${roof}H${w - 34}Z`),
        detail(path('rib', `M${c - 6} 16L${w * 0.33} ${roof}M${c + 6} 16L${w * 0.67} ${roof}`)),
        box('steel', c - 15, 4, 30, 12, 2),
        box('body', 8, roof, w - 16, base - roof),
        box('shade', w - 30, roof + 1, 21, base - roof - 2),
        ...repeat(Math.floor((base - roof - 8) / 14), (i) =>
          line('rib', 9, roof + 14 + i * 14, w - 9, roof + 14 + i * 14),
        ),
        box('steel', 4, roof - 3, w - 8, 7, 2),
        box('steel', 4, base - 4, w - 8, 8, 2),
        box('recess', c - 9, roof + 14, 18, gauge, 4),
        path(
          'grain',
          `M${c - 8} ${roof + 14 + gauge * (1 - level)}H${c + 8}V${roof + gauge + 10}Q${c + 8} ${roof + 13 + gauge} ${c + 5} ${roof + 13 + gauge}H${c - 5}Q${c - 8} ${roof + 13 + gauge} ${c - 8} ${roof + gauge + 10}Z`,
        ),
      ],
      // On the hopper, below the gauge.
      label: { x: c, y: base + 24 },
      gauge: { x: c - 9, y: roof + 14, width: 18, height: gauge },
      anchors: [
        { id: 'inlet', x: c, y: 4, heading: 'up' },
        { id: 'outlet', x: c, y: base + 56, heading: 'down' },
      ],
      sensors: [
        { id: 'high-level', name: 'High level', x: c, y: roof + 22 },
        { id: 'temperature', name: 'Grain temperature', x: c, y: Math.round(roof + 14 + gauge * 0.62) },
        { id: 'low-level', name: 'Low level', x: c, y: base + 22 },
      ],
    };
  },
};
