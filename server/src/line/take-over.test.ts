import { expect, it } from 'vitest';
import { LineBench } from './testing/bench-device.ts';

const everything = () => true;

// spec: issue 11 Take-over restores state from the database like a restart does
it('a device that comes to this process is as the last one left it, and a frame on its way waits for that', async () => {
  const bench = await new LineBench().start();
  await bench.birth();
  await bench.frame([50, 50, 0], { alarm: [0] });
  const { places } = bench.line;
  places.disown(everything);
  expect([...places.all()]).toEqual([]);

  places.own(everything);
  bench.pass(2_000);
  const receipt = await bench.frame([51, 50, 0], { alarm: [0] });
  expect(receipt).toMatchObject({ kind: 'stored', accepted: 1 });
  expect(bench.types().filter((type) => type === 'alarm_on')).toHaveLength(1);
});

it('what waits for a board is to be sent again when its device goes to another process', async () => {
  const bench = await new LineBench().start();
  await bench.birth();
  const { places } = bench.line;
  places.discard([bench.device.id]);
  const waits = bench.frame([50, 50, 0]);
  places.disown(everything);
  expect(await waits).toEqual({ kind: 'again' });
  expect(bench.keep.frames).toEqual([]);
});

it("a person's command is refused when its device goes away before it could be done", async () => {
  const bench = await new LineBench().start();
  await bench.birth();
  const { places, commands } = bench.line;
  places.discard([bench.device.id]);
  const fixed = commands.fix(bench.device.id);
  places.disown(everything);
  await expect(fixed).rejects.toThrow('another process');
});
