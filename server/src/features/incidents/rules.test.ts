import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Beginning, incidentMs, incidentsOf, nextOf } from './rules.ts';

const t0 = Date.UTC(2026, 10, 20, 2);
const alarm = (id: number, over: Partial<Beginning> = {}): Beginning => ({
  id,
  deviceId: 1,
  at: t0,
  receivedAt: (over.at ?? t0) + 100,
  intervalMs: 2_000,
  opens: true,
  incidentId: null,
  ...over,
});
/** Devices 1, 2 and 3 are connected in a row; 9 is on its own. */
const row = new Map([
  [1, [2]],
  [2, [1, 3]],
  [3, [2]],
]);
const linked = (device: number): readonly number[] => row.get(device) ?? [];
const idsOf = (alarms: readonly Beginning[]) =>
  incidentsOf(alarms, linked).map((incident) => incident.events.map((one) => one.id));

describe('an incident', () => {
  it('is more than one alarm, of one device or of linked ones, within ten minutes of the first', () => {
    expect(idsOf([alarm(1)])).toEqual([]);
    expect(idsOf([alarm(1), alarm(2, { at: t0 + incidentMs - 1 })])).toEqual([[1, 2]]);
    expect(idsOf([alarm(1), alarm(2, { at: t0 + incidentMs })])).toEqual([]);
    expect(idsOf([alarm(1), alarm(2, { at: t0 + 5_000, deviceId: 2 })])).toEqual([[1, 2]]);
    expect(idsOf([alarm(1), alarm(2, { at: t0 + 5_000, deviceId: 9 })])).toEqual([]);
  });

  it('reaches over a member to the next machine, not over a machine without an alarm', () => {
    const third = alarm(3, { deviceId: 3, at: t0 + 9_000 });
    expect(idsOf([alarm(1), alarm(2, { deviceId: 2, at: t0 + 20_000 }), third])).toEqual([[1, 3, 2]]);
    expect(idsOf([alarm(1), third])).toEqual([]);
  });

  it('gets another first by a late alarm, which is marked', () => {
    const late = alarm(3, { deviceId: 2, at: t0 - 60_000, receivedAt: t0 + 3_600_000 });
    const [incident] = incidentsOf([alarm(1), alarm(2, { at: t0 + 1_000 }), late], linked);
    expect(incident).toMatchObject({ isLateFirst: true, uncertainMs: null });
    expect(incident?.events[0]?.id).toBe(3);
  });
});

describe('an outage', () => {
  it('joins an incident, and never opens one', () => {
    const outage = (over: Partial<Beginning>) => alarm(9, { opens: false, ...over });
    expect(idsOf([outage({ at: t0 }), outage({ id: 10, at: t0 + 1_000 })])).toEqual([]);
    expect(idsOf([alarm(1), outage({ at: t0 + 5_000 })])).toEqual([[1, 9]]);
    expect(idsOf([outage({ at: t0 - 5_000 }), alarm(1), alarm(2, { at: t0 + 1_000 })])).toEqual([[1, 2]]);
    expect(incidentsOf([alarm(1), outage({ at: t0 })], linked)[0]?.uncertainMs).toBe(null);
  });
});

describe('the number of an incident', () => {
  const numbersOf = (alarms: readonly Beginning[]) => incidentsOf(alarms, linked).map(({ id }) => id);

  it('is the event that was received first, whichever began first', () => {
    expect(numbersOf([alarm(7, { at: t0 + 1_000 }), alarm(8, { at: t0, receivedAt: t0 + 60_000 })])).toEqual([7]);
  });

  it('stays when a late event takes the first place', () => {
    const late = alarm(3, { at: t0 - 1_000, receivedAt: t0 + 3_600_000 });
    const members = [alarm(7, { incidentId: 7 }), alarm(8, { at: t0 + 1_000, incidentId: 7 })];
    expect(numbersOf([...members, late])).toEqual([7]);
  });

  it('of two that merge is that of the one received first, and of two that split stays with its event', () => {
    const first = [alarm(1, { incidentId: 1 }), alarm(2, { at: t0 + 60_000, incidentId: 1 })];
    const other = [
      alarm(5, { deviceId: 3, at: t0 + 2_000, incidentId: 5 }),
      alarm(6, { deviceId: 3, at: t0 + 3_000, incidentId: 5 }),
    ];
    expect(numbersOf([...first, ...other])).toEqual([1, 5]);
    expect(numbersOf([...first, ...other, alarm(9, { deviceId: 2, at: t0 + 4_000 })])).toEqual([1]);
    const apart = [alarm(4, { at: t0 - 9 * 60_000, receivedAt: t0 + 3_600_000 }), alarm(1, { incidentId: 1 })];
    const left = [alarm(2, { at: t0 + 60_000, incidentId: 1 }), alarm(3, { at: t0 + 61_000, incidentId: 1 })];
    expect(numbersOf([...apart, ...left])).toEqual([1, 2]);
  });
});

describe('the order', () => {
  const uncertainty = (other: Partial<Beginning>, first: Partial<Beginning> = {}) =>
    incidentsOf([alarm(1, first), alarm(2, other)], linked)[0]?.uncertainMs;

  it('of one device is certain unless one report carries both', () => {
    expect(uncertainty({ at: t0 + 2_000 })).toBe(null);
    expect(uncertainty({ at: t0 })).toBe(0);
  });

  it('of two devices is not certain within the reporting interval and the errors of both clocks', () => {
    expect(uncertainty({ deviceId: 2, at: t0 + 2_000 })).toBe(2_000);
    expect(uncertainty({ deviceId: 2, at: t0 + 2_200 })).toBe(2_200);
    expect(uncertainty({ deviceId: 2, at: t0 + 2_201 })).toBe(null);
    expect(uncertainty({ deviceId: 2, at: t0 + 9_000, intervalMs: 10_000 })).toBe(9_000);
    // A report that came late says nothing about its clock beyond five seconds.
    expect(uncertainty({ deviceId: 2, at: t0 + 9_000, receivedAt: t0 + 60_000 })).toBe(null);
  });
});

const anyAlarms = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 10_000 }),
    deviceId: fc.constantFrom(1, 2, 3, 9),
    at: fc.integer({ min: t0, max: t0 + 3 * incidentMs }),
    receivedAt: fc.integer({ min: t0, max: t0 + 4 * incidentMs }),
    intervalMs: fc.constantFrom(2_000, 10_000),
    opens: fc.constant(true),
    incidentId: fc.constant(null),
  }),
  { selector: (one) => one.id, maxLength: 30 },
);

it('puts each alarm into one incident at most, the first being the earliest, whatever order they come in', () => {
  fc.assert(
    fc.property(anyAlarms, fc.infiniteStream(fc.integer()), (alarms, order) => {
      const incidents = incidentsOf(alarms, linked);
      const members = incidents.flatMap((incident) => incident.events.map((one) => one.id));
      expect(new Set(members).size).toBe(members.length);
      for (const { events: own } of incidents) {
        const [first] = own;
        expect(own.length).toBeGreaterThan(1);
        for (const one of own) {
          expect(one.at).toBeGreaterThanOrEqual(first?.at ?? 0);
          expect(one.at - (first?.at ?? 0)).toBeLessThan(incidentMs);
        }
      }
      const keys = new Map(alarms.map((one) => [one, order.next().value]));
      const shuffled = alarms.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
      expect(incidentsOf(shuffled, linked)).toEqual(incidents);
      // An alarm on its own has no neighbour of its device that is on its own too.
      const alone = alarms.filter((one) => !members.includes(one.id));
      for (const a of alone)
        for (const b of alone)
          if (a !== b && a.deviceId === b.deviceId) expect(Math.abs(a.at - b.at)).toBeGreaterThanOrEqual(incidentMs);
    }),
  );
});

describe('who is next', () => {
  const step = (name: string, after: number) => ({ name, at: new Date(t0 + after).toISOString() });
  const [sam, petra, dale] = [step('Sam', -1_000), step('Petra', 115_000), step('Dale', 300_000)];

  it('is of the first step to come, and not of one that runs at this moment for a newer alarm of the incident', () => {
    expect(nextOf([dale, sam, petra], t0)).toBe(petra);
    expect(nextOf([petra, sam], t0 - 2_000)).toBe(sam);
    expect(nextOf([sam], t0)).toBe(sam);
    expect(nextOf([], t0)).toBe(null);
  });
});
