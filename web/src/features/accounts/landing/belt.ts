/**
 * Geometry of the animated belt in drawing units: up on the left, clockwise over the head pulley, down on the right,
 * around the boot. Buckets are one pitch apart, and moving all by one pitch gives the same image, so that four
 * looping transforms, one for each section, animate the belt.
 */
export type Belt = {
  readonly x: number;
  readonly radius: number;
  readonly headY: number;
  readonly bootY: number;
  readonly pitch: number;
  readonly count: number;
};

export type Stretch = 'up' | 'head' | 'down' | 'boot';
export type Bucket = { readonly at: number; readonly transform: string };

const wishedPitch = 32;

/** A belt for a drawing of this height; its length is a whole number of pitches. */
export const beltOf = (height: number): Belt => {
  const radius = 25;
  const headY = 60;
  const bootY = height - 54;
  const length = 2 * (bootY - headY) + 2 * Math.PI * radius;
  const count = Math.round(length / wishedPitch);
  return { x: 80, radius, headY, bootY, pitch: length / count, count };
};

const straight = (belt: Belt): number => belt.bootY - belt.headY;
const arc = (belt: Belt): number => Math.PI * belt.radius;

/** Start and end of a section along the belt, from the boot on the left. */
export const spanOf = (belt: Belt, stretch: Stretch): readonly [number, number] => {
  const [s, a] = [straight(belt), arc(belt)];
  if (stretch === 'up') return [0, s];
  if (stretch === 'head') return [s, s + a];
  if (stretch === 'down') return [s + a, 2 * s + a];
  return [2 * s + a, 2 * (s + a)];
};

const round = (n: number): number => Math.round(n * 100) / 100;

/** The transform to a bucket's axes: x points away from the belt, y along its direction. */
const matrix = (out: readonly [number, number], x: number, y: number): string =>
  `matrix(${[out[0], out[1], -out[1], out[0], x, y].map(round).join(' ')})`;

/** The transform of a bucket on a section, which continues straight beyond its ends; a clip path hides the excess. */
const placed = (belt: Belt, stretch: Stretch, at: number): string => {
  const along = at - spanOf(belt, stretch)[0];
  if (stretch === 'up') return `matrix(-1 0 0 -1 ${belt.x - belt.radius} ${round(belt.bootY - along)})`;
  if (stretch === 'down') return `matrix(1 0 0 1 ${belt.x + belt.radius} ${round(belt.headY + along)})`;
  const angle = (stretch === 'head' ? Math.PI : 0) + along / belt.radius;
  const out: readonly [number, number] = [Math.cos(angle), Math.sin(angle)];
  const centre = stretch === 'head' ? belt.headY : belt.bootY;
  return matrix(out, belt.x + belt.radius * out[0], centre + belt.radius * out[1]);
};

/** All buckets that are on the section at some time of a loop, including one before its start and one after its end. */
export const bucketsOf = (belt: Belt, stretch: Stretch): readonly Bucket[] => {
  const [from, to] = spanOf(belt, stretch);
  const first = Math.floor(from / belt.pitch) - 1;
  const last = Math.ceil(to / belt.pitch);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const at = (first + i) * belt.pitch;
    return { at, transform: placed(belt, stretch, at) };
  });
};

/** The angle by which buckets on a pulley turn in one loop. */
export const turnDegrees = (belt: Belt): number => (belt.pitch / belt.radius) * (180 / Math.PI);
