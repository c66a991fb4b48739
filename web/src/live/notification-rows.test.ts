import type { Notification } from '@tocsin/contract/live';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMessages, merge } from './notification-rows.ts';

const row = (id: number, over: Partial<Notification> = {}): Notification =>
  ({
    id,
    event_type: 'alarm',
    is_active: true,
    late: false,
    forebear_pk: null,
    acknowledged: null,
    ...over,
  }) as Notification;
const message = (count: number, ...notifications: Notification[]) => ({ count, notifications });
const ids = (rows: readonly Notification[]): readonly number[] => rows.map(({ id }) => id);

describe('a list fetched while the socket received events', () => {
  it('keeps an alarm that arrived after the list was fetched', () => {
    const list = applyMessages({ count: 0, rows: [], maintenance: [] }, [message(1, row(7))]);
    expect(list.count).toBe(1);
    expect(ids(list.rows)).toEqual([7]);
  });

  it('shows an event that is in both once', () => {
    const list = applyMessages({ count: 1, rows: [row(7)], maintenance: [] }, [message(1, row(7))]);
    expect(ids(list.rows)).toEqual([7]);
  });

  it('drops one that ended meanwhile, and takes the newest count', () => {
    const over = row(8, { is_active: false, forebear_pk: 7 });
    const list = applyMessages({ count: 1, rows: [row(7)], maintenance: [] }, [message(2, row(9)), message(1, over)]);
    expect(list.count).toBe(1);
    expect(ids(list.rows)).toEqual([9]);
  });

  it('separates maintenance events', () => {
    const test = row(5, { event_type: 'maintenance' });
    const list = applyMessages({ count: 0, rows: [], maintenance: [] }, [message(0, test)]);
    expect(ids(list.rows)).toEqual([]);
    expect(ids(list.maintenance)).toEqual([5]);
  });

  it('is the fetched list if no event arrived', () => {
    const list = { count: 3, rows: [row(1)], maintenance: [row(2)] };
    expect(applyMessages(list, [])).toEqual(list);
  });
});

it('keeps the acknowledgement when a row arrives again', () => {
  const acknowledged = { by: 'Ann' } as Notification['acknowledged'];
  expect(merge([row(1, { acknowledged })], [row(1)])[0]?.acknowledged).toEqual(acknowledged);
});

const acknowledgement = { by: 'Ann', at: '', comment: '' };

/** The server's list after each step, and the event its socket sends. */
const history = (steps: readonly { readonly what: 'on' | 'off' | 'ack'; readonly pick: number }[]) => {
  let id = 0;
  let now: readonly Notification[] = [];
  const states = [now];
  const messages: ReturnType<typeof message>[] = [];
  const received: Notification[] = [];
  for (const { what, pick } of steps) {
    const picked = now[pick % Math.max(1, now.length)];
    // An event may be acknowledged just after it ended: the server sends it as ended.
    const known = received[pick % Math.max(1, received.length)];
    if (what === 'off' && picked) {
      now = now.filter((one) => one !== picked);
      const off = row(++id, { is_active: false, forebear_pk: picked.id });
      messages.push(message(now.length, off));
    } else if (what === 'ack' && known) {
      const isActive = now.some((one) => one.id === known.id);
      now = now.map((one) => (one.id === known.id ? { ...one, acknowledged: acknowledgement } : one));
      messages.push(message(now.length, { ...known, acknowledged: acknowledgement, is_active: isActive }));
    } else {
      const on = row(++id);
      received.push(on);
      now = [on, ...now];
      messages.push(message(now.length, on));
    }
    states.push(now);
  }
  return { states, messages };
};

it("reaches the server's state, whenever the list was requested, read and received", () => {
  const step = fc.record({ what: fc.constantFrom('on', 'off', 'ack'), pick: fc.nat(20) });
  const moments = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), moments, (steps, positions) => {
      const { states, messages } = history(steps);
      const [requested = 0, read = 0, received = 0] = positions.map((at) => Math.min(at, messages.length));
      const list = { count: states[read]?.length ?? 0, rows: states[read] ?? [], maintenance: [] };
      const page = applyMessages(list, messages.slice(requested, received));
      const expected = states[received] ?? [];
      const facts = (rows: readonly Notification[]) =>
        rows.map((one) => `${one.id} ${one.acknowledged?.by ?? ''}`).sort();
      expect([page.count, facts(page.rows)]).toEqual([expected.length, facts(expected)]);
    }),
    { numRuns: 2_000 },
  );
});
