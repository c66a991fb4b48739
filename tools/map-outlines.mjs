// @ts-nocheck -- a script that is run by hand when the map changes
// Writes web/public/outlines.txt, the map of sites: `node tools/map-outlines.mjs FOLDER`, where FOLDER has world-atlas 2
// and us-atlas 3 installed (docs/decisions/1936-map-with-borders.md). They are read once, not part of the product.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(process.argv[2] ?? '.', 'node_modules');
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
/** Points nearer to the one before than this, in hundredths of degrees, are left out. */
const nearest = 6;

/** The arcs of a TopoJSON topology in degrees. */
function arcsOf({ arcs, transform: { scale, translate } }) {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** A line in hundredths of degrees; all points but the first as differences. */
function packed(points) {
  const kept = points
    .map(([x, y]) => [Math.round(x * 100), Math.round(y * 100)])
    .reduce((line, point, n, all) => {
      const last = line.at(-1);
      const isEnd = n === 0 || n === all.length - 1;
      if (isEnd || Math.hypot(point[0] - last[0], point[1] - last[1]) >= nearest) line.push(point);
      return line;
    }, []);
  return kept.flatMap(([x, y], n) => (n === 0 ? [x, y] : [x - kept[n - 1][0], y - kept[n - 1][1]]));
}

const ringsOf = ({ type, arcs }) => (type === 'Polygon' ? arcs : type === 'MultiPolygon' ? arcs.flat() : []);
const joined = (ring, arcs) =>
  ring.flatMap((index, n) => {
    const arc = index < 0 ? arcs[~index].toReversed() : arcs[index];
    return n === 0 ? arc : arc.slice(1);
  });

/** The lines that two of the shapes share. */
function shared(topology, shapes) {
  const owners = new Map();
  for (const [n, shape] of shapes.entries())
    for (const index of ringsOf(shape).flat()) {
      const arc = index < 0 ? ~index : index;
      owners.set(arc, (owners.get(arc) ?? new Set()).add(n));
    }
  const arcs = arcsOf(topology);
  return [...owners].flatMap(([arc, of]) => (of.size > 1 ? [packed(arcs[arc])] : []));
}

const land = read('world-atlas/land-50m.json');
const countries = read('world-atlas/countries-50m.json');
const states = read('us-atlas/states-10m.json');
const landArcs = arcsOf(land);
const map = {
  land: land.objects.land.geometries
    .flatMap(ringsOf)
    .map((ring) => packed(joined(ring, landArcs)))
    // Islands of less than four points are no wider than a line.
    .filter((ring) => ring.length >= 8),
  borders: shared(countries, countries.objects.countries.geometries),
  states: shared(states, states.objects.states.geometries),
};
writeFileSync(join(import.meta.dirname, '../web/public/outlines.txt'), JSON.stringify(map));
