import { box, detail, disc, line, type Mark, placed, repeat, turned } from './pen.ts';

/** Components shared by several machines, such as motors. */

export const motor = (x: number, y: number, width: number, height: number): readonly Mark[] => [
  box('steel', x, y, width, height, 4),
  ...repeat(Math.max(2, Math.floor(width / 8) - 1), (i) =>
    detail(line('seam', x + 6 + i * 8, y + 4, x + 6 + i * 8, y + height - 4)),
  ),
];

/** A ring with a hub. */
export const pulley = (x: number, y: number, r: number, hub: number): readonly Mark[] => [
  disc('plate', x, y, r),
  ...(r > 16 ? [detail(disc('part', x, y, r * 0.62))] : []),
  disc('hub', x, y, hub),
];

export const gear = (x: number, y: number, r: number, teeth: number): readonly Mark[] => [
  ...repeat(teeth, (i) =>
    placed(box('working', x - r * 0.13, y - r - 3, r * 0.26, 7, 1), turned((i * 360) / teeth, x, y)),
  ),
  disc('working', x, y, r),
  disc('plate', x, y, r * 0.62),
  disc('hub', x, y, r * 0.26),
];

/** The flange of an inlet or outlet. */
export const flange = (x: number, y: number, width: number, height = 8): Mark => box('steel', x, y, width, height, 1);

export const foot = (x: number, y: number, width: number, height = 6): Mark => box('steel', x, y, width, height, 2);
