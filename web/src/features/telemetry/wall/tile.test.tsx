import type { Incident } from '@tocsin/contract/incidents';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { incidentOf } from '../../../domain/testing/incidents.ts';
import { row } from '../../../domain/testing/rows.ts';
import { emptyTile, type Tile } from './model.ts';
import { WallTile } from './tile.tsx';

const began = Date.UTC(2026, 10, 20, 20, 36);
const event = (id: number, over = {}) =>
  row(id, { id, date_created: new Date(began + id * 60_000).toISOString(), value: 81, ...over });
const stopped = { sensor_name: 'System state', sensor_id: '18000', content: 'Stopped: persistent alarm', value: null };
const shownOf = (over: Partial<Tile>, incident?: Incident): string =>
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
      incident={incident}
      onOpen={() => {}}
    />,
  );

test("says since when there is an alarm with the zone of the site's clock", () => {
  expect(shownOf({})).toContain('since 14:36 CST');
});

test('tells the story: what stopped, what was first though it cleared, who has it and who is next; never a limit of a rule', () => {
  const next = {
    event: 1,
    escalation: 1,
    step: 1,
    at: new Date(began + 11 * 60_000).toISOString(),
    people: ['Petra Lind'],
  };
  const incident = incidentOf([event(1, { is_active: false, duration: 120 }), event(2, stopped)]);
  const shown = shownOf({}, { ...incident, next, facts: { ...incident.facts, advice: 'Keep the leg stopped.' } });
  for (const text of [
    'Leg 1 stopped itself',
    'First: Head bearing left, 81 °C, cleared',
    'Keep the leg stopped.',
    'Nobody acknowledged',
    'Petra Lind is next, 14:47',
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain('65');
  const acknowledged = { by: 'Ruth Amsel', at: new Date(began).toISOString(), comment: '' };
  expect(shownOf({}, incidentOf([event(1, { acknowledged })]))).toContain('Acknowledged by Ruth Amsel');
});

test('an alarm alone has no first', () => {
  expect(shownOf({}, incidentOf([event(1)]))).not.toContain('First');
});
