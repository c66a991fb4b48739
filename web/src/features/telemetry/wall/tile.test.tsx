import type { Incident } from '@tocsin/contract/incidents';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CurvePoints } from '../../../domain/hour-curves.ts';
import { incidentOf } from '../../../domain/testing/incidents.ts';
import { row } from '../../../domain/testing/rows.ts';
import { emptyTile, type Tile } from './model.ts';
import { fittingSize, heldText, WallTile } from './tile.tsx';

const began = Date.UTC(2026, 10, 20, 20, 36);
const event = (id: number, over = {}) =>
  row(id, { id, date_created: new Date(began + id * 60_000).toISOString(), value: 81, ...over });
const stopped = {
  sensor_name: 'System state',
  sensor_id: '18000',
  content: 'Stopped: persistent alarm',
  value: null,
  full_sensor_id: '7.18.18000',
};
const shownOf = (over: Partial<Tile>, incident?: Incident, points?: CurvePoints): string =>
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
      points={points}
      overview={undefined}
      incident={incident}
      onOpen={() => {}}
    />,
  );

test("says since when there is an alarm with the zone of the site's clock", () => {
  expect(shownOf({})).toContain('since 14:36 CST');
});

test('tells the story: what stopped, what was first though it cleared, who has it and who is next; never a limit of a rule', () => {
  const next = { name: 'Petra Lind', at: Date.now() + 60_000 };
  const incident = incidentOf([event(1, { is_active: false, duration: 120 }), event(2, stopped)]);
  const shown = shownOf({}, { ...incident, facts: { ...incident.facts, next, advice: 'Keep the leg stopped.' } });
  for (const text of [
    'Leg 1 stopped itself',
    'First: Head bearing left, 81 °C, cleared',
    'Head bearing</span>',
    'Keep the leg stopped.',
    'Nobody has acknowledged, Petra Lind is next',
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain('65');
  const running = { ...incident.facts, advice: 'Keep the leg stopped.', advised: 2, running: [7] };
  expect(shownOf({}, { ...incident, facts: running }).match(/Stop Leg 1[^<]*/g)).toEqual([
    'Stop Leg 1 now. Then: keep the leg stopped.',
  ]);
  const acknowledged = { by: 'Ruth Amsel', at: new Date(began).toISOString(), comment: '' };
  expect(shownOf({}, incidentOf([event(1, { acknowledged })]))).toContain('Ruth Amsel acknowledged at');
});

test('an alarm has the live value alone', () => {
  const incident = incidentOf([event(1)]);
  const present = { sensor: 'Head bearing', device: 'Leg 1', unit: 'C', value: 84.2, at: began, is_old: false };
  const facts = { ...incident.facts, present: { ...present, is_online: true, before: null } };
  expect(shownOf({}, { ...incident, facts })).not.toContain('84.2');
});

test('the trend is that of the story, of the sensor of the tile alone', () => {
  const incident = incidentOf([event(1)]);
  const shownWith = (recent: number, path: string): string => {
    const sides = { before: { value: 29.3, at: began - 300_000 }, recent: { value: recent, at: began - 60_000 } };
    const present = { sensor: 'Head bearing', device: 'Leg 1', unit: 'C', value: 84.1, at: began, ...sides };
    const facts = {
      ...incident.facts,
      present: { ...present, full_sensor_id: '7.4.4000', is_old: false, is_online: true },
    };
    return shownOf({ id: 7, path }, { ...incident, facts });
  };
  expect(shownWith(83.8, '4.4000')).toContain('steady for 1 min');
  expect(shownWith(80, '4.4000')).toContain('rising');
  expect(shownWith(80, '4.4001')).not.toContain('rising');
});

test('the time of an alarm that has just begun stays within its curve', () => {
  const just = row(1, { date_created: new Date(Date.now() - 1_000).toISOString() });
  const times = Float64Array.of(Date.now() - 120_000, Date.now());
  const points = { times, values: Float64Array.of(40, 81) };
  const [, left, moved] =
    /left:(9[\d.]+)%;transform:translateX\(-([\d.]+)%\)/.exec(
      shownOf({ id: 7, path: '4.4000' }, incidentOf([just]), points),
    ) ?? [];
  expect(left).toBeDefined();
  expect(moved).toBe(left);
});

test('an instruction is as large as its panel allows', () => {
  expect(fittingSize('Stop the leg.', 200_000)).toBe(52);
  const long = fittingSize('x'.repeat(300), 200_000);
  expect(long).toBeLessThan(40);
  expect(long * long * 0.62 * 300).toBeLessThanOrEqual(200_001);
});

test('an alarm alone has no first', () => {
  expect(shownOf({}, incidentOf([event(1)]))).not.toContain('First');
});

test('the curve is shaded for the alarm of its own sensor, not for what the title says', () => {
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const hot = row(1, { date_created: ago(10), is_active: false, duration: 120 });
  const incident = incidentOf([hot, row(2, { ...stopped, date_created: ago(8) })]);
  const times = Float64Array.of(...[19, 18, 17].map((minutes) => Date.parse(ago(minutes))));
  const points = { times, values: Float64Array.of(40, 60, 81) };
  const [, x, width] =
    /<rect x="([\d.]+)" width="([\d.]+)"/.exec(shownOf({ id: 7, path: '4.4000' }, incident, points)) ?? [];
  // Twenty minutes are shown: of these the alarm has the eleventh and the twelfth.
  expect(Number(x) / Number(width)).toBeCloseTo(5, 1);
});

test('words about a sensor that is held back name it where the tile shows or tells of another one', () => {
  const held = { kind: 'out_of_service', sensor: 'Pit belt drive', short: '', full: '' } as const;
  const words = 'Probe broken off by the loader';
  expect(heldText({ sensor: 'Pit belt drive', open: '', held }, words)).toBe(words);
  expect(heldText({ sensor: 'Pit belt speed', open: '', held }, words)).toBe(`Pit belt drive: ${words}`);
  expect(heldText({ sensor: 'Pit belt drive', open: 'Tail bearing, cleared 03:48', held }, words)).toBe(
    `Pit belt drive: ${words}`,
  );
});
