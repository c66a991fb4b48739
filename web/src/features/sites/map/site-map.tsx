import { useQuery } from '@tanstack/react-query';
import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/sites';
import { texts as ui } from '@tocsin/contract/texts/ui';
import { useMemo } from 'react';
import { z } from 'zod';
import { useWidth } from '../../../ui/chart/use-width.ts';
import { Icon } from '../../../ui/icon.tsx';
import { severities } from '../../../ui/severity.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { labelPlaces } from './labels.ts';
import {
  aroundOf,
  type Box,
  frameIn,
  gridOf,
  type MapView,
  outlinePath,
  type Place,
  pointOf,
  scaleOf,
  viewOf,
} from './projection.ts';
import css from './site-map.module.css';

export interface MapSite extends Place {
  readonly id: number;
  readonly title: string;
  readonly severity: Severity;
  /** The state if nothing is active: 'OK', '2 offline'. */
  readonly word: string;
  readonly alarms: number;
  readonly warnings: number;
}

const t = texts.map;
const lines = z.array(z.array(z.number()));
const Outlines = z.object({ land: lines, borders: lines, states: lines });

/** Land and borders from our own server, read with the first map. Without them, grid and scale still show where sites are. */
const outlinesQuery = {
  queryKey: ['outlines'],
  queryFn: async () => Outlines.parse(await (await fetch('/outlines.txt')).json()),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
};

const mostHeight = 420;
const aroundBox = { width: 150, height: 90 } as const;

/** '2 alarms, 1 warning', or the state if nothing is active. */
const wordsOf = ({ alarms, warnings, word }: MapSite): string =>
  [alarms > 0 && ui.summary.alarms(alarms), warnings > 0 && ui.summary.warnings(warnings)].filter(Boolean).join(', ') ||
  word;

/** Box of the overview map, in the upper right corner. */
const aroundIn = ({ box }: MapView) => ({ ...aroundBox, x: box.width - aroundBox.width - 8, y: 8 });
/** Box of the scale bar, in the lower left corner above the degrees. */
const scaleBox = (view: MapView) => ({ x: 0, y: view.box.height - 60, width: scaleOf(view).px + 40, height: 40 });

const letterPx = 7.3;
/** Size of a label; longer names are cut, so that a label covers nothing else. */
const labelOf = (site: MapSite, isPhone: boolean): Box => {
  const letters = isPhone ? site.title.length : site.title.length + wordsOf(site).length;
  return { width: Math.min(isPhone ? 200 : 320, Math.round(letters * letterPx + 48)), height: isPhone ? 44 : 30 };
};

/** Sites with alarms first, then those with warnings, so that their labels are placed first. */
const inOrder = (sites: readonly MapSite[]): readonly MapSite[] =>
  [...sites].sort((a, b) => b.alarms - a.alarms || b.warnings - a.warnings || a.title.localeCompare(b.title));

/** The lines of a map as paths of a view; null while they are read. */
const usePaths = (view: MapView) => {
  const { data } = useQuery(outlinesQuery);
  return useMemo(
    () =>
      data && {
        land: outlinePath(data.land, view, true),
        borders: outlinePath(data.borders, view),
        // The states of a continent are too small to see.
        states: view.height > mostStates ? '' : outlinePath(data.states, view),
      },
    [data, view],
  );
};
const mostStates = 40;

const Lines = ({ view }: { readonly view: MapView }) => {
  const paths = usePaths(view);
  const { latitudes, longitudes } = gridOf(view);
  const { width, height } = view.box;
  return (
    <>
      {paths && <path className={css.land} d={paths.land} />}
      {longitudes.map((longitude) => {
        const { x } = pointOf(view, { latitude: 0, longitude });
        return (
          <g key={`x${longitude}`}>
            <path className={css.grid} d={`M${x} 0V${height}`} />
            <text className={css.degrees} x={x + 4} y={height - 6}>
              {longitude < 0 ? t.west(-longitude) : t.east(longitude)}
            </text>
          </g>
        );
      })}
      {latitudes.map((latitude) => {
        const { y } = pointOf(view, { latitude, longitude: 0 });
        return (
          <g key={`y${latitude}`}>
            <path className={css.grid} d={`M0 ${y}H${width}`} />
            <text className={css.degrees} x={6} y={y - 4}>
              {latitude < 0 ? t.south(-latitude) : t.north(latitude)}
            </text>
          </g>
        );
      })}
      {paths && <path className={css.states} d={paths.states} />}
      {paths && <path className={css.borders} d={paths.borders} />}
    </>
  );
};

const Scale = ({ view }: { readonly view: MapView }) => {
  const { km, miles, px } = scaleOf(view);
  return (
    <span className={css.scale} style={{ minWidth: px }}>
      <i style={{ width: px }} />
      {t.scale(km, miles)}
    </span>
  );
};

/** The overview map, which shows the region of the map. */
const Around = ({ sites, view }: { readonly sites: readonly MapSite[]; readonly view: MapView }) => {
  const around = useMemo(() => aroundOf(sites, aroundBox), [sites]);
  const paths = usePaths(around);
  if (!paths || view.height >= around.height) return null;
  return (
    <svg className={css.around} {...aroundBox} aria-hidden="true">
      <path className={css.land} d={paths.land} />
      <path className={css.borders} d={paths.borders} />
      <rect {...frameIn(around, view)} />
    </svg>
  );
};

interface Props {
  readonly sites: readonly MapSite[];
  readonly onOpen: (id: number) => void;
}

/** Map of the sites that have coordinates, each with its state and its active alarms and warnings. */
export const SiteMap = ({ sites, onOpen }: Props) => {
  const isPhone = usePhone();
  const [ref, width] = useWidth();
  const height = Math.min(mostHeight, isPhone ? width : Math.round(width * 0.42));
  const view = useMemo(() => viewOf(sites, { width, height }), [sites, width, height]);
  const shown = useMemo(
    () => inOrder(sites).map((site) => ({ site, label: labelOf(site, isPhone), ...pointOf(view, site) })),
    [sites, view, isPhone],
  );
  const places = useMemo(
    () => labelPlaces(shown, view.box, [scaleBox(view), ...(isPhone ? [] : [aroundIn(view)])]),
    [shown, view, isPhone],
  );
  return (
    <section className={css.map} aria-label={t.title} ref={ref} style={{ height }}>
      {width > 0 && (
        <>
          <svg width={width} height={height} aria-hidden="true">
            <Lines view={view} />
            {shown.map(({ site, x, y }, n) => {
              const end = places[n]?.end;
              const tone = css[severities[site.severity].tone];
              return (
                <g key={site.id}>
                  {end && <path className={css.leader} d={`M${x} ${y}L${end.x} ${end.y}`} />}
                  <circle className={tone ? `${css.mark} ${tone}` : css.mark} cx={x} cy={y} r={6} />
                </g>
              );
            })}
          </svg>
          {!isPhone && <Around sites={sites} view={view} />}
          <Scale view={view} />
          <ul>
            {shown.map(({ site, label, x, y }, n) => {
              const place = places[n];
              const look = severities[site.severity];
              const words = wordsOf(site);
              const style = place
                ? { left: place.x, top: place.y, ...label }
                : { left: x - 12, top: y - 12, width: 24, height: 24 };
              return (
                <li key={site.id} style={style}>
                  <button
                    type="button"
                    className={[css[look.tone], place ? '' : css.bare].filter(Boolean).join(' ')}
                    title={place ? undefined : [site.title, words].filter(Boolean).join(', ')}
                    onClick={() => onOpen(site.id)}
                  >
                    <Icon name={look.icon} size={14} />
                    <b>{site.title}</b>
                    <span>{words}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
};
