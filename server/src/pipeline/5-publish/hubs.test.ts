import { DeviceId } from '@tocsin/contract/ids';
import { NotificationMessage } from '@tocsin/contract/live';
import { describe, expect, it } from 'vitest';
import { drivenClock } from '../../platform/clock.ts';
import { someDevice } from '../testing/test-device.ts';
import type { Committed, EventRow } from '../types.ts';
import { LiveHub } from './live-hub.ts';
import { NotificationHub } from './notification-hub.ts';

const one = DeviceId.parse(1);
const two = DeviceId.parse(2);

interface State {
  sent: string[];
  last: string | Buffer | null;
  full: boolean;
  closed: number;
}

function socket(over: { full?: boolean } = {}) {
  const state: State = { sent: [], last: null, full: over.full ?? false, closed: 0 };
  return {
    state,
    send: (text: string | Buffer) => {
      state.last = text;
      state.sent.push(text.toString());
    },
    buffered: () => (state.full ? 10_000_000 : 0),
    close: (code: number) => {
      state.closed = code;
    },
  };
}

describe('the live hub', () => {
  function hub() {
    const clock = drivenClock(0);
    const version = new Map([
      [one, 0],
      [two, 0],
    ]);
    let written = 0;
    const live = new LiveHub(clock, (id) => {
      written++;
      return version.has(id) ? `${id}:${version.get(id)}` : null;
    });
    const change = (id: DeviceId) => {
      version.set(id, (version.get(id) ?? 0) + 1);
      live.changed(id);
    };
    return { clock, live, change, version, written: () => written };
  }

  it('sends the current state of each device first, each device once', () => {
    const { live } = hub();
    const watcher = socket();
    live.watch([one, two, one], watcher);
    expect(watcher.state.sent).toEqual(['1:0', '2:0']);
  });

  it('builds no document while nobody watches, and one for any number of viewers', () => {
    const { live, change, written } = hub();
    change(one);
    expect(written()).toBe(0);
    const watchers = Array.from({ length: 50 }, () => socket());
    for (const watcher of watchers) live.watch([one], watcher);
    const before = written();
    change(one);
    expect(written() - before).toBe(1);
    expect(watchers.every((watcher) => watcher.state.sent.at(-1) === '1:2')).toBe(true);
  });

  it('encodes a document once, for any number of viewers', () => {
    const { live, change } = hub();
    const watchers = Array.from({ length: 50 }, () => socket());
    for (const watcher of watchers) live.watch([one], watcher);
    change(one);
    const received = new Set(watchers.map((watcher) => watcher.state.last));
    expect([...received]).toEqual([Buffer.from('1:1')]);
  });

  it('resends documents that were not sent recently', () => {
    const { clock, live, change } = hub();
    const watcher = socket();
    const watching = live.watch([one, two], watcher);
    change(one);
    clock.advanceTo(4_000);
    watching.again();
    expect(watcher.state.sent).toEqual(['1:0', '2:0', '1:1', '2:0']);
    clock.advanceTo(10_000);
    watching.again();
    expect(watcher.state.sent.slice(4)).toEqual(['1:1', '2:0']);
  });

  it('sends a slow socket the latest document of each device once it has caught up, and nothing in between', () => {
    const { clock, live, change } = hub();
    const slow = socket();
    const quick = socket();
    live.watch([one, two], slow);
    live.watch([one], quick);
    slow.state.full = true;
    for (let i = 0; i < 1_000; i++) change(one);
    change(two);
    expect([slow.state.sent.length, quick.state.sent.length]).toEqual([2, 1_001]);
    clock.advanceTo(10_000);
    expect(slow.state.sent).toHaveLength(2);
    slow.state.full = false;
    clock.advanceTo(10_200);
    expect(slow.state.sent.slice(2).sort()).toEqual(['1:1000', '2:1']);
    change(one);
    expect(slow.state.sent.at(-1)).toBe('1:1001');
  });

  it('forgets viewers who have left', () => {
    const { clock, live, change } = hub();
    const gone = socket({ full: true });
    const watching = live.watch([one], gone);
    change(one);
    watching.stop();
    gone.state.full = false;
    clock.advanceTo(1_000);
    change(one);
    expect([gone.state.sent, live.watching]).toEqual([[], 0]);
  });
});

describe('the notification hub', () => {
  const devices = new Map([
    [one, someDevice({ id: one, title: 'Leg 1' })],
    [two, someDevice({ id: two, title: 'Leg 2', suspended: true })],
  ]);
  const event = (over: Partial<EventRow>): EventRow => ({
    id: 1,
    deviceId: one,
    type: 'alarm_on',
    at: 0,
    receivedAt: 0,
    groupId: '4',
    sensorId: '4000',
    sensorName: 'Head',
    content: 'Absolute',
    value: 82,
    late: false,
    notified: true,
    forebearId: null,
    active: true,
    test: false,
    ruleId: null,
    needsAcknowledgement: true,
    priority: 'high',
    respondWithinMinutes: null,
    shelved: false,
    ...over,
  });
  const batch = (over: Partial<Committed>): Committed => ({ events: [], ends: [], changes: [], steps: [], ...over });
  const hub = () => new NotificationHub((id) => devices.get(id));
  const read = (text: string | undefined) => NotificationMessage.parse(JSON.parse(text ?? ''));

  it('publishes events only to viewers with access, and late events to nobody', () => {
    const all = hub();
    const viewer = socket();
    all.watch((device) => !device.suspended, viewer);
    all.committed(
      batch({ events: [event({ deviceId: two }), event({ id: 2, late: true, notified: false, active: false })] }),
    );
    expect(viewer.state.sent).toEqual([]);
    expect([all.activeCount((device) => !device.suspended), all.activeCount(() => true)]).toEqual([0, 1]);
  });

  it('counts active events for each viewer, and no ended ones', () => {
    const all = hub();
    const viewer = socket();
    all.watch(() => true, viewer);
    all.committed(batch({ events: [event({}), event({ id: 2, sensorId: '4001' })] }));
    expect(read(viewer.state.sent[0])).toMatchObject({ count: 2, device: 'Leg 1', location: 'North' });
    const off = event({ id: 3, type: 'alarm_off', forebearId: 1, active: false });
    all.committed(batch({ events: [off], ends: [{ id: 1, deviceId: one, endedAt: 5_000, reason: null }] }));
    expect(read(viewer.state.sent[1])).toMatchObject({
      count: 1,
      notifications: [{ forebear_pk: 1, event_type: 'alarm_off' }],
    });
  });

  it('splits many events into messages of a hundred and collapses none', () => {
    const all = hub();
    const viewer = socket();
    all.watch(() => true, viewer);
    all.committed(batch({ events: Array.from({ length: 250 }, (_, i) => event({ id: i + 1, sensorId: `s${i}` })) }));
    const messages = viewer.state.sent.map(read);
    expect(messages.map((message) => message.notifications.length)).toEqual([100, 100, 50]);
    expect(new Set(messages.flatMap((message) => message.notifications.map((one) => one.id))).size).toBe(250);
  });

  it('closes a socket that falls too far behind, so that it reconnects to a fresh list', () => {
    const all = hub();
    const slow = socket({ full: true });
    all.watch(() => true, slow);
    all.committed(batch({ events: [event({})] }));
    expect([slow.state.closed, slow.state.sent]).toEqual([1013, []]);
    expect(all.metrics.closedSlow).toBe(1);
  });

  it('lists active events again after a restart', () => {
    const all = hub();
    all.restore('all', [event({}), event({ id: 2, deviceId: two })]);
    expect(all.activeCount(() => true)).toBe(2);
    all.restore([one], []);
    expect(all.activeCount(() => true)).toBe(1);
    const viewer = socket();
    all.watch(() => true, viewer);
    all.committed(batch({ changes: [{ kind: 'again', id: 2, deviceId: two }] }));
    expect(read(viewer.state.sent[0]).notifications[0]?.id).toBe(2);
  });

  it('closes only the pages whose events differ from the active ones', () => {
    const all = hub();
    const viewer = socket();
    const stranger = socket();
    all.watch(() => true, viewer);
    all.watch((device) => device.suspended, stranger);
    all.committed(batch({ events: [event({})] }));
    all.restore('all', [event({})]);
    expect(viewer.state.closed).toBe(0);
    all.restore([one], [event({}), event({ id: 2 })]);
    expect([viewer.state.closed, stranger.state.closed]).toEqual([1013, 0]);
    const back = socket();
    all.watch(() => true, back);
    all.restore('all', [event({ id: 2 })]);
    expect(back.state.closed).toBe(1013);
  });

  it('keeps events published while the list was being read, and returns their devices', () => {
    const all = hub();
    const asOf = all.news;
    all.committed(batch({ events: [event({})] }));
    expect(all.restore('all', [event({ id: 7, deviceId: two })], asOf)).toEqual([one]);
    expect(all.activeOf(one)).toHaveLength(1);
    expect(all.activeOf(two)).toHaveLength(1);
    expect(all.restore([one], [], all.news)).toEqual([]);
    expect(all.activeOf(one)).toHaveLength(0);
  });

  // Otherwise, alarms of a removed device would remain in banner and bell for as long as the page is open.
  it('reloads pages that show a device removed, suspended or no longer visible', () => {
    const leg = someDevice({ id: one, title: 'Leg 1' });
    const isOpen = (device: { readonly suspended: boolean }) => !device.suspended;
    const cases = [
      [leg, null, isOpen, 1013],
      [leg, { ...leg, suspended: true }, isOpen, 1013],
      [leg, { ...leg, suspended: true }, () => true, 0],
      [leg, { ...leg, title: 'Leg 1a' }, isOpen, 0],
      [
        leg,
        { ...leg, siteTitle: 'South' },
        (device: { readonly siteTitle: string }) => device.siteTitle === 'North',
        1013,
      ],
      [
        leg,
        { ...leg, siteTitle: 'South' },
        (device: { readonly siteTitle: string }) => device.siteTitle === 'South',
        1013,
      ],
      // Its active events are published again, which a closed socket would miss.
      [{ ...leg, suspended: true }, leg, isOpen, 0],
    ] as const;
    for (const [before, after, sees, closed] of cases) {
      const all = hub();
      const viewer = socket();
      all.watch(sees, viewer);
      all.deviceChanged(before, after);
      expect(viewer.state.closed).toBe(0);
      all.committed(batch({ events: [event({})] }));
      all.deviceChanged(before, after);
      expect(viewer.state.closed).toBe(closed);
    }
  });

  it('reloads a page only when its user may see other active events than before', () => {
    const all = hub();
    const viewer = socket();
    const watching = all.watch((device) => !device.suspended, viewer);
    watching.changed(() => true);
    all.committed(batch({ events: [event({})] }));
    watching.changed((device) => !device.suspended);
    expect(viewer.state.closed).toBe(0);
    watching.changed(() => false);
    expect(viewer.state.closed).toBe(1013);
  });

  it('closes pages that show an event which ended without an end event', () => {
    const all = hub();
    const viewer = socket();
    all.watch(() => true, viewer);
    all.committed(batch({ events: [event({ type: 'device_offline', sensorId: null, groupId: null })] }));
    all.committed(batch({ ends: [{ id: 2, deviceId: one, endedAt: 5_000, reason: 'Test ended' }] }));
    expect(viewer.state.closed).toBe(0);
    all.committed(batch({ ends: [{ id: 1, deviceId: one, endedAt: 5_000, reason: 'Fix Notification' }] }));
    expect([viewer.state.closed, all.activeCount(() => true)]).toEqual([1013, 0]);
  });

  it('publishes who acknowledged, but does not reactivate an alarm that ended while its row was read', () => {
    const all = hub();
    const viewer = socket();
    all.watch(() => true, viewer);
    all.committed(batch({ events: [event({})] }));
    const row = read(viewer.state.sent[0]).notifications[0];
    if (!row) throw new Error('nothing was published');
    const acknowledged = { ...row, acknowledged: { by: 'Ann Vole', at: new Date(0).toISOString(), comment: '' } };
    all.acknowledged([acknowledged]);
    expect([viewer.state.sent[0], viewer.state.sent[1]].map((text) => read(text).is_update)).toEqual([undefined, true]);
    expect(read(viewer.state.sent[1]).notifications).toMatchObject([
      { is_active: true, acknowledged: { by: 'Ann Vole' } },
    ]);
    const off = event({ id: 3, type: 'alarm_off', forebearId: 1, active: false });
    all.committed(batch({ events: [off], ends: [{ id: 1, deviceId: one, endedAt: 5_000, reason: null }] }));
    all.acknowledged([acknowledged]);
    expect(read(viewer.state.sent[3]).notifications).toMatchObject([{ id: 1, is_active: false, color: 'none' }]);
  });
});
