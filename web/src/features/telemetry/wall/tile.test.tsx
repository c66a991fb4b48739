import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Tile } from './model.ts';
import { WallTile } from './tile.tsx';

test("says since when there is an alarm with the zone of the site's clock", () => {
  const tile: Tile = {
    id: 1,
    title: 'Leg 1',
    sensor: 'Head bearing',
    value: { text: '81', unit: '°C' },
    state: '',
    path: null,
    since: Date.UTC(2026, 10, 20, 20, 36),
    more: 0,
    line: '',
    severity: 'alarm',
  };
  const shown = renderToStaticMarkup(
    <WallTile tile={tile} zone="America/Chicago" limit={null} more={0} onOpen={() => {}} />,
  );
  expect(shown).toContain('since 14:36 CST');
});
