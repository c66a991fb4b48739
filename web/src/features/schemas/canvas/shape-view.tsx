import { memo } from 'react';
import css from './canvas.module.css';
import type { Label, Shape } from './tab.ts';

/** A shape that fills its box; the caller rotates it. Ground is one step darker, with a line along its top. */
export const ShapeView = memo(({ shape }: { readonly shape: Pick<Shape, 'shape'> }) => (
  <span className={`${css.shape} ${css[shape.shape]}`} />
));

export const LabelView = memo(({ label }: { readonly label: Pick<Label, 'text' | 'size'> }) => (
  <span className={css.label} style={{ fontSize: label.size }}>
    {label.text}
  </span>
));

/** Margin beyond the tab into which ground that touches an edge continues. */
const beyond = 6_000;

export interface Bleed {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** How far an area extends beyond its box: only upright ones that touch the tab's edges. */
export function bleedOf(shape: Shape, tab: { readonly width: number; readonly height: number }): Bleed {
  if (shape.shape !== 'default' || shape.angle !== 0) return { left: 0, right: 0, bottom: 0 };
  return {
    left: shape.x <= 0 ? beyond : 0,
    right: shape.x + shape.width >= tab.width ? beyond : 0,
    bottom: shape.y + shape.height >= tab.height ? beyond : 0,
  };
}
