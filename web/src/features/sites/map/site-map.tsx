import { useQuery } from '@tanstack/react-query';
import type { Severity } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/sites';
import { useMemo } from 'react';
import { z } from 'zod';
import { Icon } from '../../../ui/icon.tsx';
import { severities } from '../../../ui/severity.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { gridOf, labelsApart, mapBox, outlinePath, type Place, pointOf, viewOf } from './projection.ts';
import css from './site-map.module.css';

export interface MapSite extends Place {
  readonly id: number;
  readonly title: string;
  readonly severity: Severity;
  /** '2 in alarm'. */
  readonly word: string;
}

const Outlines = z.array(z.array(z.number()));

/** Country outlines of our own server; without them the grid still tells where sites lie. */
const outlinesQuery = {
  queryKey: ['outlines'],
  queryFn: async () => Outlines.parse(await (await fetch('/outlines.txt')).json()),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
};

/** Room for a label in units of the drawing, which is narrower on a phone. */
const labelSizes = { desktop: { width: 240, height: 32 }, phone: { width: 480, height: 56 } } as const;

const percent = (value: number, of: number): string => `${((value / of) * 100).toFixed(2)}%`;

interface Props {
  readonly sites: readonly MapSite[];
  readonly onOpen: (id: number) => void;
}

/** Where the sites lie that have coordinates, each with its state. */
export const SiteMap = ({ sites, onOpen }: Props) => {
  const outlines = useQuery(outlinesQuery).data;
  const view = useMemo(() => viewOf(sites), [sites]);
  const path = useMemo(() => (outlines === undefined ? '' : outlinePath(outlines, view)), [outlines, view]);
  const { latitudes, longitudes } = gridOf(view);
  const size = labelSizes[usePhone() ? 'phone' : 'desktop'];
  const points = labelsApart(
    sites.map((site) => pointOf(view, site)),
    size,
  );
  return (
    <section className={css.map} aria-label={texts.map.title}>
      <svg viewBox={`0 0 ${mapBox.width} ${mapBox.height}`} preserveAspectRatio="none" aria-hidden="true">
        {longitudes.map((longitude) => {
          const { x } = pointOf(view, { latitude: 0, longitude });
          return <path key={`x${longitude}`} className={css.grid} d={`M${x} 0V${mapBox.height}`} />;
        })}
        {latitudes.map((latitude) => {
          const { y } = pointOf(view, { latitude, longitude: 0 });
          return <path key={`y${latitude}`} className={css.grid} d={`M0 ${y}H${mapBox.width}`} />;
        })}
        <path className={css.land} d={path} />
      </svg>
      <ul>
        {sites.map((site, index) => {
          const { x, y } = points[index] ?? pointOf(view, site);
          const look = severities[site.severity];
          return (
            <li
              key={site.id}
              className={x > mapBox.width * 0.7 ? css.left : undefined}
              style={{ left: percent(x, mapBox.width), top: percent(y, mapBox.height) }}
            >
              <button type="button" className={css[look.tone]} onClick={() => onOpen(site.id)}>
                <Icon name={look.icon} size={14} />
                <b>{site.title}</b>
                <span>{site.word}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
