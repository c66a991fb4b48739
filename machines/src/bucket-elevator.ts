import type { MachineType } from './machine.ts';
import { flange, motor, pulley } from './parts.ts';
import { box, cutOut, detail, type Mark, type Matrix, path, placed, repeat } from './pen.ts';

const centre = 80;
const headY = 60;
const beltRadius = 25;

export const bucketElevator: MachineType = {
  id: 1,
  key: 'bucket-elevator',
  name: 'Bucket elevator',
  stretch: { along: 'height', least: -100, most: 4800 },
  smallStretch: -100,
  draw(stretch) {
    const h = 320 + stretch;
    const bootY = h - 54;
    const marks: Mark[] = [
      path('body', `M2 ${h - 142}H26L36 ${h - 126}V${h - 70}L2 ${h - 110}Z`),
      path('steel', `M2 ${h - 142}H26V${h - 134}H2Z`),
      path('body', 'M124 50L172 98V122H140L124 106Z'),
      path('shade', 'M158 85L171 99V116H158Z'),
      path('steel', 'M136 116H176V124H136Z'),
      ...motor(2, 46, 30, 28),
      box('steel', 2, 74, 34, 5),
      box('body', 32, 92, 38, h - 184),
      box('body', 90, 92, 38, h - 184),
      box('shade', 120, 96, 8, h - 190),
      box('shade', 62, 96, 8, h - 190),
      detail(box('steel', 70, 150, 20, 5)),
      ...repeat(Math.floor((h - 280) / 90), (i) => detail(box('steel', 70, 220 + i * 90, 20, 5))),
      path('body', 'M30 104V60A50 50 0 0 1 130 60V104Z'),
      path('body', `M30 ${h - 104}H130V${h - 32}Q130 ${h - 18} 116 ${h - 18}H44Q30 ${h - 18} 30 ${h - 32}Z`),
      cutOut(
        'recess',
        `M38 ${h - 64}V60A42 42 0 0 1 122 60V${h - 64}Q122 ${h - 26} 112 ${h - 26}H48Q38 ${h - 26} 38 ${h - 64}ZM66 ${h - 104}H94V104H66Z`,
      ),
      box('hollow', 66, 104, 28, h - 208),
      path('grain', `M40 ${h - 56}Q60 ${h - 48} 80 ${h - 34}H110L108 ${h - 28}H50Q42 ${h - 30} 40 ${h - 56}Z`),
      box('belt', centre - beltRadius, headY - beltRadius, 2 * beltRadius, bootY - headY + 2 * beltRadius, beltRadius),
      ...pulley(centre, headY, beltRadius - 3, 8),
      ...pulley(centre, bootY, beltRadius - 3, 7),
      ...buckets(bootY, h < 280 ? 40 : 32),
      flange(24, h - 18, 112),
    ];
    return {
      width: 178,
      height: h,
      marks,
      label: { x: 142, y: Math.max(160, h - 240), beside: true },
      anchors: [
        { id: 'inlet', x: 14, y: h - 142, heading: 'up' },
        { id: 'outlet', x: 156, y: 124, heading: 'down' },
        { id: 'aspiration', x: 80, y: 10, heading: 'up' },
      ],
      sensors: [
        { id: 'head-bearing', name: 'Head bearing', x: centre, y: headY },
        { id: 'boot-bearing', name: 'Boot bearing', x: centre, y: bootY },
        { id: 'head-alignment', name: 'Head alignment', x: 120, y: 138 },
        { id: 'tail-alignment', name: 'Tail alignment', x: 120, y: h - 128 },
        { id: 'speed', name: 'Belt speed', x: 44, y: h - 96 },
        { id: 'plug', name: 'Plug', x: 152, y: 98 },
        { id: 'motor', name: 'Motor', x: 17, y: 60 },
      ],
    };
  },
};

/** Buckets on the outside of the belt: full on the way up, upside down on the way down. */
function buckets(bootY: number, pitch: number): readonly Mark[] {
  const leg = bootY - headY;
  const turn = Math.PI * beltRadius;
  const length = 2 * leg + 2 * turn;
  const n = Math.round(length / pitch);
  return repeat(n, (i) => {
    const t = ((i + 0.35) * length) / n;
    const at = bucketAt(t, leg, turn, bootY);
    const bucket = placed(path('working', 'M1 8H14L11-5Q10-8 7-8H1Z'), at);
    return t < leg + 20 ? [detail(placed(path('grain', 'M1 8Q8 14.5 14 8Z'), at)), bucket] : bucket;
  });
}

function bucketAt(t: number, leg: number, turn: number, bootY: number): Matrix {
  if (t < leg) return [-1, 0, 0, -1, centre - beltRadius, bootY - t];
  if (t >= leg + turn && t < 2 * leg + turn) return [1, 0, 0, 1, centre + beltRadius, headY + t - leg - turn];
  const overHead = t < leg + turn;
  const angle = overHead ? Math.PI + (t - leg) / beltRadius : (t - 2 * leg - turn) / beltRadius;
  const x = Math.cos(angle);
  const y = Math.sin(angle);
  return [x, y, -y, x, centre + beltRadius * x, (overHead ? headY : bootY) + beltRadius * y];
}
