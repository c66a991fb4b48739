import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AlarmStory } from './alarm-story.ts';
import { emptyTile, type Tile } from './model.ts';
import { WallTile } from './tile.tsx';

const story: AlarmStory = {
  event: 1,
  path: '4.4000',
  isFirst: true,
  followedBy: null,
  more: 0,
  acknowledgedBy: null,
};
const shownOf = (over: Partial<Tile>, about: AlarmStory = story): string =>
  renderToStaticMarkup(
    <WallTile
      tile={{
        ...emptyTile({ id: 1, title: 'Leg 1' }),
        severity: 'alarm',
        sensor: 'Head bearing',
        value: { text: '81', unit: '°C' },
        since: Date.UTC(2026, 10, 20, 20, 36),
        ...over,
      }}
      level="alarm"
      zone="America/Chicago"
      limit={{ value: 65, text: '65' }}
      points={undefined}
      lastAlarm={null}
      story={about}
      details={{
        whatToDo: 'Keep the leg stopped.',
        next: { who: 'Petra Lind', at: Date.UTC(2026, 10, 20, 20, 47) },
      }}
      onOpen={() => {}}
    />,
  );

test("says since when there is an alarm with the zone of the site's clock", () => {
  expect(shownOf({})).toContain('since 14:36 CST');
});

test('an alarm says that it came first, what followed and that nobody acknowledged, and never a limit of a rule', () => {
  const shown = shownOf({}, { ...story, followedBy: { sensor: 'Stopped', at: Date.UTC(2026, 10, 20, 20, 39) } });
  for (const text of [
    'First',
    'then Stopped, 14:39',
    'Keep the leg stopped.',
    'Nobody acknowledged, Petra Lind at 14:47',
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain('65');
  expect(shownOf({}, { ...story, acknowledgedBy: 'Ruth Amsel' })).toContain('Acknowledged by Ruth Amsel');
});
