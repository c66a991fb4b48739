import { PayloadMap } from '@tocsin/contract/payload-map';
import { describe, expect, it } from 'vitest';
import { shippedMaps } from '../features/payload-maps/shipped-maps.ts';
import { compileMap } from '../pipeline/1-receive/mapped/compiled-map.ts';
import { parseMapped, readMapped } from '../pipeline/1-receive/mapped/read-mapped.ts';
import { indexLayout } from '../pipeline/fill-frame.ts';
import type { IndexedLayout } from '../pipeline/types.ts';

/** What each sample of a shipped map becomes: `time sensor=value|state`. */
function readSamples(code: string): string[] {
  const shipped = shippedMaps.find((one) => one.code === code);
  if (!shipped) throw new Error(code);
  const map = compileMap(PayloadMap.parse(shipped.map));
  let layout: IndexedLayout | null = null;
  return shipped.samples.flatMap(({ topic, body }) => {
    const json = parseMapped(Buffer.from(body));
    const { birth, data } = readMapped(map, topic?.split('/') ?? null, json, { at: 0, how: 'live' }, layout, true);
    const now: IndexedLayout | null = birth ? indexLayout({ ...birth.layout, layoutId: 1 }) : layout;
    layout = now;
    return data.frames.map(({ ts, values, flags, stateAt, stateText }) => {
      const sent = (now?.sensors ?? []).flatMap(({ name }, i) => {
        const state = stateAt.includes(i) ? stateText[stateAt.indexOf(i)] : '';
        return flags[i] ? `${name}=${state || values[i]}` : [];
      });
      return [ts === 0 ? 'now' : new Date(ts).toISOString(), ...sent].join(' ');
    });
  });
}

describe('the samples of shipped maps', () => {
  it.each([
    ['chirpstack-v4', ['2026-11-27T16:41:14.208Z temperature=61.4 vibration=2.1 battery=96']],
    ['the-things-stack-v3', ['2026-11-27T16:41:14.208Z temperature=61.4 vibration=2.1 door=open']],
    [
      'thingsboard',
      [
        'now temperature=42.5 running=1',
        '2026-11-27T16:41:14.208Z temperature=42.5 running=1',
        '2026-11-27T16:41:04.208Z temperature=42.4',
        '2026-11-27T16:41:14.208Z temperature=42.5',
      ],
    ],
    [
      'kepware-iot-gateway',
      ['2026-11-27T16:41:14.208Z Leg4.PLC.HeadBearing=61.4 Leg4.PLC.Running=1 Leg4.PLC.TailBearing=Bad quality'],
    ],
    ['emqx-neuron', ['2026-11-27T16:41:14.208Z head=61.4 running=1', '2026-11-27T16:41:15.208Z head=61.5']],
    ['teltonika-data-to-server', ['2026-11-27T16:41:14.000Z head=61.4 running=1']],
    [
      'opc-publisher',
      [
        '2026-11-27T16:41:14.208Z HeadBearing=61.4 TailBearing=Bad quality',
        '2026-11-27T16:41:15.208Z HeadBearing=61.5',
      ],
    ],
    ['node-red', ['now temperature=61.4 state=running', 'now temperature=61.5 state=running']],
    ['plain-number', ['now temperature=61.4', 'now running=1']],
  ])('%s', (code, expected) => {
    expect(readSamples(code)).toEqual(expected);
  });

  it('are all here', () => {
    expect(shippedMaps).toHaveLength(9);
  });
});
