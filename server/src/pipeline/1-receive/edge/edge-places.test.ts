import { ClientId, SiteId } from '@tocsin/contract/ids';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { CatalogDevice } from '../../catalog.ts';
import { catalogOf, noon, someBirth, TestPipeline } from '../../testing/test-device.ts';
import { decodeBirth } from '../json/decode-birth.ts';
import { edgeAdapter } from './edge-adapter.ts';

const minute = 60_000;
const from = noon - 60 * minute;
const until = noon - 30 * minute;
const edge = 1;
const otherList = (ts: number) => someBirth(ts, { groups: [{ id: '9', name: 'Planted', sensors: [] }] });
const hashOf = (birth: unknown) => decodeBirth(birth).layout.hash;

/** A device that sends directly, with a birth and a frame, before a pipeline; edge 1 is claimed at its site. */
async function plant(over: Partial<CatalogDevice> = {}) {
  const bench = await new TestPipeline(over).start();
  const { device } = bench;
  const gaps: unknown[] = [];
  const refused: number[] = [];
  const http = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  await http.register(
    edgeAdapter({
      intake: bench.pipeline,
      catalog: catalogOf(bench.devices),
      clock: bench.clock,
      checkEdge: () => ({ id: edge, siteId: SiteId.parse(3) }),
      heard: async (_, said) => {
        refused.push(said.refusedItems);
        return null;
      },
      gap: async (_, gap) => void gaps.push(gap),
      wasHeard: () => true,
    }),
  );
  await bench.birth();
  await bench.frame([20, 30, 0]);
  const d = device.id;
  const head = { n: 1, d };
  const say = async (...items: object[]): Promise<unknown> =>
    (
      await http.inject({
        method: 'POST',
        url: '/api/v1/edge/exchange/',
        headers: { authorization: 'Edge 1.key' },
        payload: { time: noon, lane: 'live', configuration: 0, items },
      })
    ).json().results;
  return {
    bench,
    gaps,
    refused,
    say,
    live: () => JSON.parse(bench.pipeline.document(d) ?? ''),
    birth: (at: number, birth = someBirth(at)) => ({
      ...head,
      k: 'birth',
      session: null,
      hash: hashOf(birth),
      birth,
      at,
    }),
    frame: (at: number, values: readonly number[], { birth = someBirth(at), ts = at, alarm = -1 } = {}) => ({
      ...head,
      k: 'frame',
      hash: hashOf(birth),
      ts,
      boot: null,
      seq: 1,
      historical: false,
      content: 5,
      values: Buffer.from(Float64Array.from(values).buffer).toString('base64'),
      flags: Buffer.from(values.map((_, i) => (i === alarm ? 31 : 29))).toString('base64'),
      state: [],
      status: [],
      rejected: 0,
      known: null,
      at,
    }),
    death: (at: number) => ({ ...head, k: 'death', ts: at, will: false, session: null, at }),
    gap: (at: number) => ({ ...head, k: 'gap', from: at, to: at + 1_000, polls: 3 }),
  };
}
const all = (p: Awaited<ReturnType<typeof plant>>, at: number) => [
  p.birth(at, otherList(at)),
  p.birth(at),
  p.frame(at, [1, 2, 3]),
  p.death(at),
  p.gap(at),
];

describe('an edge', () => {
  it('changes and stores nothing of a device that was never its own, with no kind of item', async () => {
    const p = await plant();
    const before = p.live();
    expect(await p.say(...all(p, noon), ...all(p, from))).toEqual(Array.from({ length: 10 }, () => 'refused'));
    expect(p.live()).toEqual(before);
    expect([p.gaps, p.bench.frameWriter.late, p.refused]).toEqual([[], [], [10]]);
    // The list of sensors is still the device's: its next alarm begins.
    await p.bench.frame([95, 30, 0], { alarm: [0] });
    expect(p.bench.types()).toEqual(['alarm_on']);
    // Counted with the device too, which its site sees.
    expect(p.bench.pipeline.refused).toEqual({ edge: 10 });
  });

  it('counts nothing at a device of another site', async () => {
    const p = await plant({ siteId: SiteId.parse(4) });
    expect(await p.say(p.birth(noon))).toEqual(['refused']);
    expect([p.bench.pipeline.refused, p.refused]).toEqual([{}, [1]]);
  });

  it.each([
    ['at its site', {}],
    ['moved within the client', { siteId: SiteId.parse(4) }],
  ])('adds history of the time when a device was its own, and moves nothing live: %s', async (_, over) => {
    const p = await plant({ ...over, edgeTimes: [{ edge, client: 2, from, until }] });
    const before = p.live();
    const items = [p.frame(from + minute, [1, 2, 0]), p.birth(from), p.frame(from + minute, [1, 2, 0])];
    expect(await p.say(...items)).toEqual(['birth', 'stored', 'stored']);
    expect(await p.say(p.death(from + minute), p.gap(from + minute))).toEqual(['stored', 'stored']);
    expect(p.bench.frameWriter.late.map(({ ts, values }) => [ts, ...values])).toEqual([[from + minute, 1, 2, 0]]);
    expect(p.live()).toEqual(before);
    expect([p.gaps.length, p.bench.types(), p.refused]).toEqual([1, [], [0, 0]]);
  });

  it('reads frames of that time with the list of that time, which does not become the present one', async () => {
    const p = await plant({ edgeTimes: [{ edge, client: 2, from, until }] });
    const sensors = ['a', 'b'].map((id) => ({ id, name: id, type: 'NUMERIC' }));
    const birth = someBirth(from, { groups: [{ id: '4', name: 'Former', sensors }] });
    const before = p.live();
    const answers = await p.say(p.birth(from, birth), p.frame(from + minute, [7, 8], { birth }));
    expect(answers).toEqual(['stored', 'stored']);
    const [late] = p.bench.frameWriter.late;
    expect(p.bench.frameWriter.layouts.get(late?.layoutId ?? 0)?.hash).toBe(hashOf(birth));
    expect(p.live()).toEqual(before);
    await p.bench.frame([95, 30, 0], { alarm: [0] });
    expect(p.bench.types()).toEqual(['alarm_on']);
  });

  it.each([
    ['before it was its own', from - minute],
    ['after it left', until + minute],
    ['of the present', noon],
  ])('adds nothing to a former device: %s', async (_, at) => {
    const p = await plant({ edgeTimes: [{ edge, client: 2, from, until }] });
    const items = all(p, at);
    expect(await p.say(...items)).toEqual(items.map(() => 'refused'));
    // Neither by stamping what the device's time tells otherwise.
    expect(await p.say(p.frame(from + minute, [1, 2, 3], { ts: at }))).toEqual(['refused']);
    expect([p.bench.frameWriter.late, p.gaps]).toEqual([[], []]);
  });

  it.each([
    ['of another edge', { edgeTimes: [{ edge: 2, client: 2, from, until }] }],
    ['of another client since', { clientId: ClientId.parse(9), edgeTimes: [{ edge, client: 2, from, until }] }],
    ['that another edge has now', { edgeId: 2, edgeTimes: [{ edge: 2, client: 2, from: until, until: null }] }],
  ])('says nothing of a device %s', async (_, over) => {
    const p = await plant(over);
    const items = all(p, from + minute);
    expect(await p.say(...items)).toEqual(items.map(() => 'refused'));
    expect(p.bench.frameWriter.late).toEqual([]);
  });

  it('cannot use up the lists of sensors that a device may have in an hour', async () => {
    const p = await plant({ edgeTimes: [{ edge, client: 2, from, until }] });
    const lists = Array.from({ length: 25 }, (_, i) =>
      someBirth(from, { groups: [{ id: 'g', name: 'g', sensors: [{ id: `s${i}`, name: 's', type: 'NUMERIC' }] }] }),
    );
    const items = lists.flatMap((birth, i) => [p.birth(from, birth), p.frame(from + i, [i], { birth })]);
    const answers = (await p.say(...items)) as unknown[];
    expect(answers.filter((answer) => answer === 'again').length).toBe(5);
    expect(await p.bench.birth({ groups: [{ id: 'h', name: 'h', sensors: [] }] })).toMatchObject({ kind: 'stored' });
  });
});
