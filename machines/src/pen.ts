/**
 * The tone of a mark says what it shows. A machine is a list of marks in drawing order, and palette.ts gives tones
 * their colours by state, so that one drawing serves all states. Units: 1 = 1 px at 100 %, on a grid of 8 with half
 * steps of 4.
 */
export type Tone =
  | 'body' // closed casing, outlined
  | 'part' // casing colour with a thin outline
  | 'shade' // shaded strip at the right or bottom edge
  | 'recess' // opening in the casing
  | 'hollow' // shows the background
  | 'steel' // flanges, feet, frames
  | 'plate' // light steel: covers, wheels
  | 'working' // moving parts: rotors, buckets, flights
  | 'ghost' // far side of moving parts
  | 'hub'
  | 'grain'
  | 'rib' // lines on sheet metal
  | 'ribWide'
  | 'seam' // thin dark line
  | 'brace' // frame rods
  | 'stand' // legs drawn as lines
  | 'edge' // line as strong as an outline
  | 'belt'
  | 'beltBody'
  | 'chain'
  | 'mesh'
  | 'baffle'
  | 'dial'
  | 'needle'
  | 'tyre'
  | 'soil'
  | 'flow'
  | 'duct';

/** Transform a, b, c, d, e, f as in SVG: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** An SVG path with its tone. */
export interface Mark {
  readonly tone: Tone;
  readonly d: string;
  readonly at?: Matrix;
  /** Left out at small scales. */
  readonly detail?: boolean;
  readonly evenOdd?: boolean;
}

const num = (n: number): string => String(Math.round(n * 10) / 10);

export const path = (tone: Tone, d: string): Mark => ({ tone, d });
/** A path whose inner subpaths are holes. */
export const cutOut = (tone: Tone, d: string): Mark => ({ tone, d, evenOdd: true });
/** A mark that is left out at small scales. */
export const detail = (mark: Mark): Mark => ({ ...mark, detail: true });
export const placed = (mark: Mark, at: Matrix): Mark => ({ ...mark, at });

/** A rectangle, with rounded corners if `radius` is given. */
export function box(tone: Tone, x: number, y: number, width: number, height: number, radius = 0): Mark {
  const r = Math.min(radius, width / 2, height / 2);
  if (r <= 0) return path(tone, `M${num(x)} ${num(y)}h${num(width)}v${num(height)}h${num(-width)}Z`);
  const arc = (dx: number, dy: number) => `a${num(r)} ${num(r)} 0 0 1 ${num(dx)} ${num(dy)}`;
  const across = num(width - 2 * r);
  const down = num(height - 2 * r);
  return path(
    tone,
    `M${num(x + r)} ${num(y)}h${across}${arc(r, r)}v${down}${arc(-r, r)}h-${across}${arc(-r, -r)}v-${down}${arc(r, -r)}Z`,
  );
}

export const disc = (tone: Tone, x: number, y: number, r: number): Mark =>
  path(
    tone,
    `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 1 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 1 ${num(-2 * r)} 0Z`,
  );

export const line = (tone: Tone, x1: number, y1: number, x2: number, y2: number): Mark =>
  path(tone, `M${num(x1)} ${num(y1)}L${num(x2)} ${num(y2)}`);

/** A straight tube of the given width between two points. */
export function tube(tone: Tone, x1: number, y1: number, x2: number, y2: number, width: number): Mark {
  const along = Math.atan2(y2 - y1, x2 - x1);
  const sx = (-Math.sin(along) * width) / 2;
  const sy = (Math.cos(along) * width) / 2;
  const corner = (x: number, y: number) => `${num(x)} ${num(y)}`;
  return path(
    tone,
    `M${corner(x1 + sx, y1 + sy)}L${corner(x2 + sx, y2 + sy)}L${corner(x2 - sx, y2 - sy)}L${corner(x1 - sx, y1 - sy)}Z`,
  );
}

/** Rotation about (x, y), clockwise on screen. */
export function turned(degrees: number, x: number, y: number): Matrix {
  const a = (degrees * Math.PI) / 180;
  const c = Math.cos(a);
  const s = Math.sin(a);
  return [c, s, -s, c, x - c * x + s * y, y - s * x - c * y];
}

/** The marks of `n` calls of `make` with the index. */
export const repeat = (n: number, make: (i: number) => Mark | readonly Mark[]): readonly Mark[] =>
  Array.from({ length: Math.max(0, n) }, (_, i) => make(i)).flat();
