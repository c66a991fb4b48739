import type { Policy } from '@tocsin/contract/escalation';
import type { Preview, PreviewStep } from '@tocsin/contract/on-call-preview';
import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  deviceChoices,
  formOfPolicy,
  gapsIn,
  inputOfPolicy,
  isMailOnly,
  movedStep,
  sentenceOf,
  stepsByColumn,
  whenText,
  whoText,
  withStep,
  wrongSteps,
} from './model.ts';

const policy: Policy = {
  id: 1,
  title: 'Night alarms',
  client: 1,
  location: null,
  location_name: null,
  event_types: ['alarm_on', 'device_offline'],
  least_priority: 'high',
  devices: null,
  steps: [
    { after_minutes: 0, everybody: false, targets: [{ kind: 'person', id: 5, name: 'Anke Vogt', gap: null }] },
    { after_minutes: 10, everybody: true, targets: [{ kind: 'rotation', id: 7, name: 'Night duty', gap: null }] },
  ],
  repeats: 2,
  repeat_after_minutes: 15,
  goes_on_after_clearing: true,
  tested_at: null,
  is_test_due: false,
  running_test: null,
  version: 1,
};
const step = (after_minutes: number | null, ...people: number[]) => ({
  after_minutes,
  everybody: false,
  people,
  rotations: [],
  webhooks: [],
});

describe('the form of a policy', () => {
  it('returns the policy unchanged', () => {
    expect(inputOfPolicy(formOfPolicy(policy, 3))).toEqual({
      title: 'Night alarms',
      event_types: ['alarm_on', 'device_offline'],
      least_priority: 'high',
      devices: null,
      steps: [
        { after_minutes: 0, everybody: false, targets: [{ kind: 'person', id: 5 }] },
        { after_minutes: 10, everybody: true, targets: [{ kind: 'rotation', id: 7 }] },
      ],
      repeats: 2,
      repeat_after_minutes: 15,
      goes_on_after_clearing: true,
    });
  });

  it('refuses steps without a time or a target, and steps in the wrong order', () => {
    expect(wrongSteps([step(null, 1)])).toContain('whole number of minutes');
    expect(wrongSteps([step(0)])).toContain('a person, a rotation or a webhook');
    expect(wrongSteps([step(5, 1), step(5, 2)])).toContain('later');
    expect(wrongSteps([step(0, 1), step(5, 2)])).toBeUndefined();
  });

  it('moves the targets of a step and keeps the order of the times', () => {
    expect(movedStep([step(0, 1), step(5, 2)], 1, 0)).toEqual([step(0, 2), step(5, 1)]);
    expect(withStep([step(5, 1)])[1]).toEqual(step(15));
  });
});

it('formats a policy as a sentence', () => {
  expect(sentenceOf(policy, { place: 'North Elevator' })).toBe(
    'When an alarm or an offline device of priority high or above begins at any device of North Elevator and nobody acknowledges it:',
  );
  expect(policy.steps.map(({ after_minutes, targets }) => `${whenText(after_minutes)} ${whoText(targets)}`)).toEqual([
    'at once Anke Vogt',
    'after 10 min whoever is on call in Night duty',
  ]);
});

describe('the choices of a step', () => {
  const hook = (id: number, location: number | null) => ({ id, title: `Hook ${id}`, location }) as never;

  it('include webhooks of the whole client or the same site, and those that the policy already has', () => {
    const { webhooks } = choicesOf(null, [], [], [hook(1, null), hook(2, 5), hook(3, 6)], 5);
    expect(webhooks).toEqual([
      { value: 1, label: 'Hook 1' },
      { value: 2, label: 'Hook 2' },
    ]);
    const target = { kind: 'webhook' as const, id: 9, name: 'Gone', gap: 'removed' as const };
    const had = { ...policy, steps: [{ after_minutes: 0, everybody: false, targets: [target] }] };
    expect(choicesOf(had, [], [], [], 5).webhooks).toEqual([{ value: 9, label: 'Gone' }]);
    expect(inputOfPolicy(formOfPolicy(had, null)).steps[0]?.targets).toEqual([{ kind: 'webhook', id: 9 }]);
  });

  it('name devices with their site if the policy serves all sites', () => {
    const leg = { id: 1, title: 'Leg 1', location_title: 'North' };
    expect(deviceChoices([leg], null)).toEqual([{ value: 1, label: 'Leg 1 (North)' }]);
    expect(deviceChoices([leg], 5)).toEqual([{ value: 1, label: 'Leg 1' }]);
  });

  it('are named in the text of the step', () => {
    expect(
      whoText([
        { kind: 'person', name: 'Ruth' },
        { kind: 'webhook', name: 'PagerDuty' },
      ]),
    ).toBe('Ruth and webhook PagerDuty');
  });
});

it('puts steps into the columns of the overview by their minutes, repeats only where the next column begins', () => {
  const at = '2026-11-29T09:00:00.000Z';
  const step = (minutes: number, round: number) =>
    ({ at: new Date(Date.parse(at) + minutes * 60_000).toISOString(), round }) as PreviewStep;
  const columns = stepsByColumn({
    at,
    steps: [step(0, 0), step(4, 0), step(5, 0), step(20, 1), step(40, 0), step(60, 1)],
  });
  const minutes = (one: PreviewStep): number => (Date.parse(one.at) - Date.parse(at)) / 60_000;
  expect(columns.map((steps) => steps.map(minutes))).toEqual([[0, 4], [5], [20], [40]]);
});

describe('an urgent alarm', () => {
  const person = (methods: PreviewStep['people'][number]['methods']): PreviewStep['people'][number] => ({
    id: 1,
    name: 'Sam Ortega',
    rotations: [],
    method: 'email',
    methods,
  });
  const of = (people: PreviewStep['people'], over: Partial<Preview> = {}): Preview => ({
    at: '2026-11-20T03:00:00.000Z',
    device_name: 'Leg 1',
    sensor_name: null,
    event_type: 'alarm_on',
    priority: 'high',
    is_suspended: false,
    policies: [],
    steps: [
      {
        at: '2026-11-20T03:00:00.000Z',
        policy: 1,
        policy_title: 'Urgent',
        round: 0,
        step: 0,
        everybody: false,
        people,
        webhooks: [],
        gaps: [],
      },
    ],
    told: [],
    left_off: 0,
    ...over,
  });

  it('that reaches people by e-mail only is a gap, by push or text it is none', () => {
    expect(gapsIn(of([person(['email'])]))).toBe(1);
    expect(gapsIn(of([person(['email', 'push'])]))).toBe(0);
    expect(isMailOnly(of([person(['email']), person(['sms'])]))).toBe(false);
    const told = { method: 'email' as const, name: 'June Albright', after_minutes: 0, is_alternative: false };
    expect(gapsIn(of([], { steps: [], told: [told] }))).toBe(1);
    expect(isMailOnly(of([], { steps: [], told: [{ ...told, method: 'webhook' }] }))).toBe(false);
  });

  it('is no longer one where it is a warning or not urgent, and nobody at all is one gap', () => {
    expect(gapsIn(of([person(['email'])], { event_type: 'warning_on' }))).toBe(0);
    expect(gapsIn(of([person(['email'])], { priority: 'medium' }))).toBe(0);
    expect(gapsIn(of([]))).toBe(1);
  });
});
