import type { Receipt } from '@tocsin/contract/escalation';
import type { RunningEscalation } from '@tocsin/contract/running-escalations';
import { describe, expect, it } from 'vitest';
import { activeText, countdownText, doneSteps, severityOfType, shownSteps, stepNumberText } from './running-model.ts';

const receipt = (step: number, name: string, method: Receipt['method'], state: Receipt['state']): Receipt => ({
  id: step * 10,
  webhook: null,
  name,
  method,
  state,
  is_test: false,
  escalation: 1,
  step,
  created_at: '2026-11-22T09:02:11Z',
  sent_at: null,
  delivered_at: null,
  is_stale: false,
  opened_at: null,
  acknowledged_at: null,
  failed_at: null,
  cancelled_at: null,
});
const running = (steps: number, receipts: readonly Receipt[], rounds = 1): RunningEscalation => ({
  escalation: {
    id: 1,
    title: 'Night',
    state: 'running',
    started_at: '2026-11-22T09:02:11Z',
    ended_at: null,
    next: null,
    steps: Array.from({ length: steps }, (_, step) => ({ step, at: `2026-11-22T09:0${step + 2}:11Z`, gaps: [] })),
  },
  // These tests do not use the event.
  event: {} as RunningEscalation['event'],
  receipts: [...receipts],
  next: null,
  steps_in_round: 3,
  rounds,
  over_at: '2026-11-22T10:00:00Z',
});

describe('a running escalation', () => {
  it('shows the delivery state of each person’s messages, or only that they acknowledged', () => {
    const [first, second] = doneSteps(
      running(2, [
        receipt(0, 'Dale', 'push', 'delivered'),
        receipt(0, 'Dale', 'sms', 'sent'),
        receipt(1, 'Petra', 'email', 'sent'),
        receipt(1, 'Petra', 'push', 'acknowledged'),
      ]),
    );
    expect(first?.people).toEqual([{ name: 'Dale', became: 'notification delivered, SMS sent' }]);
    expect(second?.people).toEqual([{ name: 'Petra', became: 'acknowledged' }]);
  });

  it('names the policy that had just notified somebody, in place of nobody', () => {
    const one = running(1, []);
    const spared = [{ name: 'Dale', policy: 'Night' }];
    const steps = one.escalation.steps.map((step) => ({ ...step, spared }));
    expect(doneSteps({ ...one, escalation: { ...one.escalation, steps } })[0]?.people).toEqual([
      { name: 'Dale', became: 'already notified by Night' },
    ]);
  });

  it('shows a step that notified nobody, and only the newest two of many', () => {
    expect(doneSteps(running(1, []))).toMatchObject([{ step: 0, people: [] }]);
    const { shown, earlier } = shownSteps(running(5, []));
    expect(shown.map(({ step }) => step)).toEqual([3, 4]);
    expect(earlier).toBe(3);
    expect(shownSteps(running(1, [])).earlier).toBe(0);
  });

  it('counts down in minutes and seconds, in hours above one, and ends', () => {
    expect(countdownText(165_000)).toBe('2:45');
    expect(countdownText(164_001)).toBe('2:45');
    expect(countdownText(1)).toBe('0:01');
    expect(countdownText(3_765_000)).toBe('1:02:45');
    expect(countdownText(0)).toBeNull();
    expect(countdownText(-5)).toBeNull();
  });

  it('names the number of a step in its round', () => {
    expect(stepNumberText(2, running(0, []))).toBe('step 3 of 3');
    expect(stepNumberText(4, running(0, [], 3))).toBe('step 2 of 3, round 2 of 3');
  });

  it('has the severity of its condition', () => {
    expect(severityOfType('warning_on')).toBe('warning');
    expect(severityOfType('device_offline')).toBe('offline');
    expect(severityOfType('alarm_on')).toBe('alarm');
  });
});

describe('the duration of the condition', () => {
  const event = { date_created: '2026-11-22T09:02:11Z', location_timezone: 'America/Denver' };
  const now = Date.parse('2026-11-22T09:21:11Z');
  it('counts while it is active', () => {
    expect(activeText({ ...event, is_active: true, duration: null }, now)).toBe('since 02:02:11 MST (19 min)');
  });
  it('is fixed once the condition has cleared', () => {
    expect(activeText({ ...event, is_active: false, duration: 23 }, now)).toBe(
      'since 02:02:11 MST, cleared after 23 s',
    );
  });
});
