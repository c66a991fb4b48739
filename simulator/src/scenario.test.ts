import { describe, expect, it } from 'vitest';
import { scenarios } from '../scenarios/all.ts';
import { ruleScenarios } from '../scenarios/rule-kinds.ts';
import type { ExpectedEvent } from './scenario.ts';
import { ScenarioPlay, scenarioName } from './scenario.ts';
import { compareEvents, type GotEvent } from './testing/compare-events.ts';

const start = Date.UTC(2026, 9, 1, 12);

/** Edges of the alarm flags that the devices send, of which the portal must make alarm events. */
function alarmEdges(play: ScenarioPlay): GotEvent[] {
  const edges: GotEvent[] = [];
  const before = new Map<string, ReadonlySet<number>>();
  const frames = play
    .advance(play.endMs)
    .flatMap((d) =>
      d.kind === 'birth' ? [] : (d.kind === 'buffered' ? d.frames : [d.frame]).map((frame) => ({ ...d, frame })),
    );
  for (const { device, frame } of frames.sort((a, b) => a.frame.at - b.frame.at)) {
    const groups = play.devices.get(device)?.model.groups ?? [];
    const paths = groups.flatMap((g) => g.sensors.map((s) => `${g.id}.${s.id}`));
    const now = new Set(frame.alarm);
    const was = before.get(device) ?? new Set();
    const atS = (frame.at - play.startMs) / 1000;
    for (const i of now)
      if (!was.has(i))
        edges.push({ atS, device, type: 'alarm_on', sensor: paths[i] ?? '', content: frame.state[i] ?? '' });
    for (const i of was)
      if (!now.has(i)) edges.push({ atS, device, type: 'alarm_off', sensor: paths[i] ?? '', content: '' });
    before.set(device, now);
  }
  return edges;
}

const isAlarm = (e: ExpectedEvent) => e.type === 'alarm_on' || e.type === 'alarm_off';

const all = [...scenarios, ...ruleScenarios];
describe.each(all.map((s) => [`${scenarioName(s)} ${s.title}`, s] as const))('scenario %s', (_name, scenario) => {
  it('sends exactly the alarms it expects', () => {
    const got = alarmEdges(new ScenarioPlay(scenario, start));
    expect(
      compareEvents(
        scenario.expected.filter(isAlarm).map((e) => ({ ...e, late: false, test: false })),
        got,
      ),
    ).toEqual({ missing: [], unexpected: [] });
  });

  it('is the same whether time is driven in one step or in many', () => {
    const once = new ScenarioPlay(scenario, start);
    const often = new ScenarioPlay(scenario, start);
    const until = start + 60_000;
    const inSteps = [];
    for (let t = start - scenario.leadS * 1000; t < until; t += 1_700)
      inSteps.push(...often.advance(Math.min(t, until)));
    inSteps.push(...often.advance(until));
    expect(inSteps).toEqual(once.advance(until));
  });
});
