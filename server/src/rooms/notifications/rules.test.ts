import { expect, it } from 'vitest';
import type { Person } from '../../policy/who.ts';
import { acknowledgement } from './rules.ts';
import type { EventRecord } from './store.ts';

const ana = { kind: 'person', userId: 7, name: 'Ana Ruiz' } as Person;
const event = (over: Partial<EventRecord> = {}) =>
  ({
    type: 'alarm_on',
    acknowledged_by: null,
    acknowledged_at: null,
    acknowledged_comment: null,
    ...over,
  }) as EventRecord;

it('refuses what asks for nobody', () => {
  expect(() => acknowledgement(event({ type: 'alarm_off' }), ana, '', 1)).toThrow('Only alarms');
});

it('refuses a second acknowledgement without a comment', () => {
  expect(() => acknowledgement(event({ acknowledged_by: 'Ben', acknowledged_at: 5 }), ana, '', 9)).toThrow();
});

// spec: decisions 6 Acknowledge: who, when, text; a second one adds a comment
it('keeps who was first and adds the second one by name', () => {
  const first = acknowledgement(event(), ana, 'Looking', 5);
  expect(first).toEqual({ by: 'Ana Ruiz', userId: 7, at: 5, comment: 'Looking' });
  const second = acknowledgement(
    event({ acknowledged_by: 'Ben', acknowledged_at: 5, acknowledged_comment: 'Looking' }),
    ana,
    'Greased it',
    9,
  );
  expect(second).toMatchObject({ by: 'Ben', at: 5, comment: 'Looking\nAna Ruiz: Greased it' });
});
