export interface Place {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** A view of the map, in degrees, with the aspect of the drawing. */
export interface MapView {
  readonly west: number;
  readonly south: number;
  readonly width: number;
  readonly height: number;
}

export const mapBox = { width: 1000, height: 420 } as const;
/** Less would show no outline around a single site. */
const minHeight = 16;
const margin = 1.35;

/** Degrees of longitude are this much shorter than those of latitude. */
const squeeze = (latitude: number): number => Math.max(0.2, Math.cos((latitude * Math.PI) / 180));

/** The view that shows all places with a margin. */
export const viewOf = (places: readonly Place[]): MapView => {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const aspect = mapBox.width / mapBox.height / squeeze((south + north) / 2);
  const height = Math.max(minHeight, (north - south) * margin, ((east - west) * margin) / aspect);
  const width = height * aspect;
  return { west: (west + east) / 2 - width / 2, south: (south + north) / 2 - height / 2, width, height };
};

/** A place in the drawing. */
export const pointOf = (view: MapView, { latitude, longitude }: Place): { readonly x: number; readonly y: number } => ({
  x: ((longitude - view.west) / view.width) * mapBox.width,
  y: mapBox.height - ((latitude - view.south) / view.height) * mapBox.height,
});

/** Lines of the file of outlines: tenths of degrees, each point but the first as a difference. */
export const outlinePath = (lines: readonly (readonly number[])[], view: MapView): string => {
  let path = '';
  for (const line of lines) {
    let longitude = 0;
    let latitude = 0;
    let part = '';
    let isNear = false;
    for (let at = 0; at + 1 < line.length; at += 2) {
      longitude += (line[at] ?? 0) / 10;
      latitude += (line[at + 1] ?? 0) / 10;
      const { x, y } = pointOf(view, { latitude, longitude });
      isNear ||= x > -mapBox.width && x < 2 * mapBox.width && y > -mapBox.height && y < 2 * mapBox.height;
      part += `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    if (isNear) path += part;
  }
  return path;
};

const steps = [1, 2, 5, 10, 20, 30] as const;

/** Round degrees for the lines of the grid: about four across the height. */
export const gridOf = (view: MapView): { readonly latitudes: number[]; readonly longitudes: number[] } => {
  const step = steps.find((each) => view.height / each <= 5) ?? 30;
  const from = (low: number, span: number): number[] => {
    const first = Math.ceil(low / step) * step;
    return Array.from({ length: Math.max(0, Math.floor((low + span - first) / step) + 1) }, (_, n) => first + n * step);
  };
  return { latitudes: from(view.south, view.height), longitudes: from(view.west, view.width) };
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Moves labels of a size apart, downwards, so that none covers another; those that would leave the drawing go up again.
 * Keeps the order of the points.
 */
export const labelsApart = (
  points: readonly Point[],
  label: { readonly width: number; readonly height: number },
): Point[] => {
  const placed: Point[] = [];
  const out = [...points];
  const lowest = mapBox.height - label.height / 2;
  const clash = ({ x, y }: Point): Point | undefined =>
    placed.find((other) => Math.abs(other.x - x) < label.width && Math.abs(other.y - y) < label.height);
  for (const [index, point] of [...points.entries()].sort(([, a], [, b]) => a.y - b.y)) {
    let at = point;
    for (let other = clash(at); other && at.y <= lowest; other = clash(at)) at = { x: at.x, y: other.y + label.height };
    if (at.y > lowest) {
      at = point;
      for (let other = clash(at); other && at.y > 0; other = clash(at)) at = { x: at.x, y: other.y - label.height };
    }
    placed.push(at);
    out[index] = at;
  }
  return out;
};
