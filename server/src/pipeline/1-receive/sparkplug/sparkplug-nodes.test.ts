import { DeviceId, SiteId } from '@tocsin/contract/ids';
import { expect, it } from 'vitest';
import { drivenClock } from '../../../platform/clock.ts';
import { catalogOf, noon, someDevice } from '../../testing/test-device.ts';
import type { Intake } from '../intake.ts';
import { SparkplugHost } from './sparkplug-host.ts';
import type { Verdict } from './sparkplug-host-dependencies.ts';
import type { Publisher } from './sparkplug-nodes.ts';
import { parseSparkplugTopic } from './sparkplug-topic.ts';
import { UnknownNodes } from './unknown-nodes.ts';

/** A host of one site with ten thousand devices D0 to D9999, and of another site with FAR. */
function host() {
  const born: DeviceId[] = [];
  const site = (id: number): SiteId => SiteId.parse(id);
  const device = (id: number, udfId: string, siteId: SiteId) =>
    someDevice({ id: DeviceId.parse(id), udfId, serialNumber: `SN${id}`, siteId });
  const devices = Array.from({ length: 10_000 }, (_, i) => device(i + 1, `D${i}`, site(3)));
  const far = device(20_000, 'FAR', site(99));
  const byId = new Map([...devices, far].map((one) => [one.id, one]));
  const byUdfId = new Map([...devices, far].map((one) => [one.udfId?.toLowerCase(), one]));
  const intake: Intake = {
    take(message, answer) {
      if (message.kind === 'birth') born.push(message.deviceId);
      const none = { duplicates: 0, rejectedValues: 0, refusedFrames: 0, refusedReason: '' };
      answer({ kind: 'stored', accepted: 1, ...none });
    },
    beginSession: () => {},
    endSession: () => {},
    reportsByException: () => true,
    countRefused: () => {},
    full: () => false,
    whenRoom: (fn) => fn(),
  };
  const sparkplugHost = new SparkplugHost({
    intake,
    catalog: { ...catalogOf(byId), byUdfId: (udfId) => byUdfId.get(udfId.toLowerCase()) },
    clock: drivenClock(noon),
    unknown: new UnknownNodes(),
    reorderMs: 2_000,
    nextSession: () => 1,
    send: () => {},
  });
  const gateway = (siteId: SiteId, key: string): Publisher => ({
    key,
    identity: `gateway:${siteId}`,
    session: 1,
    siteId,
    maxNodes: 1_000,
    mostChildren: 2_000,
    mayPublishFor: (one) => one.siteId === siteId,
  });
  const say = (publisher: Publisher, text: string, seq: number): Verdict | null => {
    const topic = parseSparkplugTopic(`spBv1.0/Plant/${text}`);
    let verdict: Verdict | null = null;
    // Field 1 is the time, field 2 a metric named `A/b`, field 3 the sequence number.
    const metric = text.startsWith('N') ? [] : [0x12, 0x07, 0x0a, 0x03, 0x41, 0x2f, 0x62, 0x20, 0x0a];
    if (topic)
      sparkplugHost.take(
        publisher,
        topic,
        Uint8Array.from([0x08, 1, ...metric, 0x18, ...(seq < 128 ? [seq] : [seq - 128 + 128, 1])]),
        (answer) => {
          verdict = answer;
        },
      );
    return verdict;
  };
  return { born, sparkplugHost, gateway, say, site, far };
}

it('accepts births of a gateway up to its limit, refuses more, and accepts those of another gateway', () => {
  const { born, gateway, say, site, far } = host();
  const big = gateway(site(3), 'a');
  say(big, 'NBIRTH/GW', 0);
  const verdicts = Array.from({ length: 10_000 }, (_, i) => say(big, `DBIRTH/GW/D${i}`, (i + 1) % 256));
  expect(verdicts.filter((verdict) => verdict === 'done')).toHaveLength(2_000);
  expect(verdicts.filter((verdict) => verdict === 'refused')).toHaveLength(8_000);
  // Known nodes continue.
  expect(say(big, 'DBIRTH/GW/D5', 10_001 % 256)).toBe('done');
  const small = gateway(site(99), 'b');
  say(small, 'NBIRTH/GW', 0);
  expect(say(small, 'DBIRTH/GW/FAR', 1)).toBe('done');
  expect(born.at(-1)).toBe(far.id);
});

it('counts the edge nodes of one identity over all of its sessions, and frees them when the sessions end', () => {
  const { sparkplugHost, gateway, say, site } = host();
  const [one, two] = [gateway(site(3), 'a'), gateway(site(3), 'b')];
  for (let i = 0; i < 600; i++) expect(say(one, `NBIRTH/N${i}`, 0)).toBe('done');
  const second = Array.from({ length: 600 }, (_, i) => say(two, `NBIRTH/N${i}`, 0));
  expect(second.filter((verdict) => verdict === 'done')).toHaveLength(400);
  sparkplugHost.sessionEnded(one);
  expect(say(two, 'NBIRTH/N599', 0)).toBe('done');
});
