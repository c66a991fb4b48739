import { machineType } from '@tocsin/machines/library';
import { clampStretch } from '@tocsin/machines/machine';
import type { MachineState, Theme } from '@tocsin/machines/palette';
import { marginOf, pictureOf } from '@tocsin/machines/picture';

/**
 * Images of machines as data URLs, rendered once per type, length, side, state, theme and size class, so that a tab of
 * 300 machines renders a few dozen of them.
 */
const addresses = new Map<string, string>();
const maxPictures = 2_000;

/** The scale at which a size class is rendered, so that lines keep their width on screen. */
const classOf = (scale: number): number => (scale < 0.2 ? 0.1 : scale < 0.42 ? 0.3 : 1);

export interface PictureRequest {
  readonly type: number;
  readonly stretch: number;
  readonly flip: boolean;
  readonly state: MachineState;
  readonly theme: Theme;
  readonly scale: number;
}

export interface Picture {
  readonly address: string;
  /** Margin in units around the drawing, included in the image. */
  readonly margin: number;
}

const encode = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The cached image of a machine; null for a machine type that this build does not know. */
export function pictureFor({ type, stretch, flip, state, theme, scale }: PictureRequest): Picture | null {
  const machine = machineType(type);
  if (machine === undefined) return null;
  const size = classOf(scale);
  const length = clampStretch(machine, stretch);
  const key = `${type}:${length}:${flip}:${state}:${theme}:${size}`;
  const known = addresses.get(key);
  const address =
    known ?? encode(pictureOf(machine, { side: flip ? 'right' : 'left', state, theme, stretch: length, scale: size }));
  if (known === undefined) {
    if (addresses.size >= maxPictures) addresses.clear();
    addresses.set(key, address);
  }
  return { address, margin: marginOf(size) };
}
