export interface Place {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Size of a drawing in px. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** A view of the map, in degrees, with the aspect of its drawing. */
export interface MapView {
  readonly west: number;
  readonly south: number;
  readonly width: number;
  readonly height: number;
  readonly box: Box;
}

/** Minimum height in degrees, about 330 km, so that the map of a single site shows its surroundings. */
const minHeight = 3;
/** Minimum height of the overview map, in degrees. */
const aroundHeight = 45;
const margin = 1.5;

/** Ratio of a degree of longitude to a degree of latitude. */
const squeeze = (latitude: number): number => Math.max(0.2, Math.cos((latitude * Math.PI) / 180));

const viewAround = (places: readonly Place[], box: Box, least: number): MapView => {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const aspect = box.width / box.height / squeeze((south + north) / 2);
  const height = Math.max(least, (north - south) * margin, ((east - west) * margin) / aspect);
  const width = height * aspect;
  return { west: (west + east) / 2 - width / 2, south: (south + north) / 2 - height / 2, width, height, box };
};

/** The view of all places with a margin. */
export const viewOf = (places: readonly Place[], box: Box): MapView => viewAround(places, box, minHeight);

/** The view of the overview map around the places. */
export const aroundOf = (places: readonly Place[], box: Box): MapView => viewAround(places, box, aroundHeight);

/** Position of a place in the drawing, in px. */
export const pointOf = (view: MapView, { latitude, longitude }: Place): { readonly x: number; readonly y: number } => ({
  x: ((longitude - view.west) / view.width) * view.box.width,
  y: view.box.height - ((latitude - view.south) / view.height) * view.box.height,
});

/** The rectangle of one view in the drawing of another. */
export const frameIn = (view: MapView, inner: MapView): Box & { readonly x: number; readonly y: number } => {
  const { x, y } = pointOf(view, { latitude: inner.south + inner.height, longitude: inner.west });
  return {
    x,
    y,
    width: (inner.width / view.width) * view.box.width,
    height: (inner.height / view.height) * view.box.height,
  };
};

/** Points out of sight that are left out after each one that is drawn. */
const farStep = 16;

/**
 * SVG path of outlines, or of closed rings. Each line has coordinates in hundredths of degrees; all points but the first
 * are differences. Far from the view lines are left out, and points of those that reach it or surround it are fewer.
 */
export const outlinePath = (lines: readonly (readonly number[])[], view: MapView, isClosed = false): string => {
  const { width, height } = view.box;
  let path = '';
  for (const line of lines) {
    let longitude = 0;
    let latitude = 0;
    let part = '';
    const [xs, ys] = [
      { low: width, high: 0 },
      { low: height, high: 0 },
    ];
    let skipped = farStep;
    for (let at = 0; at + 1 < line.length; at += 2) {
      longitude += (line[at] ?? 0) / 100;
      latitude += (line[at + 1] ?? 0) / 100;
      const { x, y } = pointOf(view, { latitude, longitude });
      [xs.low, xs.high] = [Math.min(xs.low, x), Math.max(xs.high, x)];
      [ys.low, ys.high] = [Math.min(ys.low, y), Math.max(ys.high, y)];
      const isNear = x > -width && x < 2 * width && y > -height && y < 2 * height;
      skipped = isNear || skipped >= farStep ? 0 : skipped + 1;
      if (skipped === 0 || at + 3 >= line.length) part += `${part === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    const reaches = xs.high > 0 && xs.low < width && ys.high > 0 && ys.low < height;
    if (reaches) path += isClosed ? `${part}Z` : part;
  }
  return path;
};

const steps = [1, 2, 5, 10, 20, 30] as const;

/** Round degrees for the grid lines, about four across the height. */
export const gridOf = (view: MapView): { readonly latitudes: number[]; readonly longitudes: number[] } => {
  const step = steps.find((each) => view.height / each <= 5) ?? 30;
  const from = (low: number, span: number): number[] => {
    const first = Math.ceil(low / step) * step;
    return Array.from({ length: Math.max(0, Math.floor((low + span - first) / step) + 1) }, (_, n) => first + n * step);
  };
  return { latitudes: from(view.south, view.height), longitudes: from(view.west, view.width) };
};

const kmPerDegree = 111.32;
const kmPerMile = 1.609344;

/** The scale bar: the longest round distance that takes at most a fifth of the width. */
export const scaleOf = (view: MapView): { readonly km: number; readonly miles: number; readonly px: number } => {
  const pxPerKm = view.box.height / (view.height * kmPerDegree);
  const most = view.box.width / 5 / pxPerKm;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = power * ([5, 2].find((each) => each * power <= most) ?? 1);
  return { km, miles: Math.round(km / kmPerMile), px: km * pxPerKm };
};
