import { useSyncExternalStore } from 'react';
import { Text } from '../../../ui/layout.tsx';
import type { Box } from '../canvas/tab.ts';
import css from './area-bands.module.css';
import { type Area, countArea } from './areas.ts';
import { usePlantStore } from './feed.tsx';

/** Distance below the lowest machine, in screen pixels. */
const below = 44;
const height = 28;

export interface Band extends Box {
  readonly area: Area;
}

/** One band for each area, in a row below the drawing; in tab units. */
export function bandsOf(areas: readonly Area[], zoom: number): readonly Band[] {
  const lowest = Math.max(...areas.map(({ box }) => box.y + box.height));
  return areas.map((area) => ({
    area,
    x: area.box.x,
    y: lowest + below / zoom,
    width: area.box.width,
    height: height / zoom,
  }));
}

const never = (): boolean => false;

/** The names of the areas below their machines; red only where something is in alarm. */
export const AreaBands = ({ bands }: { readonly bands: readonly Band[] }) => {
  const store = usePlantStore();
  useSyncExternalStore(store.subscribe, store.statusVersion);
  return (
    <Text as="div" position="absolute" top={0} left={0} className={css.bands} aria-hidden="true">
      {bands.map(({ area, x, y, width }) => {
        const { alarm, warning } = countArea(area, store.status, never);
        return (
          <span
            key={area.name}
            className={css.band}
            data-worst={alarm > 0 ? 'alarm' : warning > 0 ? 'warning' : ''}
            style={{ left: x, top: y, width }}
          >
            {area.name}
          </span>
        );
      })}
    </Text>
  );
};
