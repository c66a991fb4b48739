import { expect, it } from 'vitest';
import { TestPipeline } from './testing/test-device.ts';

const everything = () => true;

it('a device taken over has the state its previous owner stored, and its frames wait for it', async () => {
  const bench = await new TestPipeline().start();
  await bench.birth();
  await bench.frame([50, 50, 0], { alarm: [0] });
  const { registry } = bench.pipeline;
  registry.disown(everything);
  expect([...registry.all()]).toEqual([]);

  registry.own(everything);
  bench.pass(2_000);
  const receipt = await bench.frame([51, 50, 0], { alarm: [0] });
  expect(receipt).toMatchObject({ kind: 'stored', accepted: 1 });
  expect(bench.types().filter((type) => type === 'alarm_on')).toHaveLength(1);
});

it('messages waiting for a device state are returned to the sender when the device moves to another process', async () => {
  const bench = await new TestPipeline().start();
  await bench.birth();
  const { registry } = bench.pipeline;
  registry.discard([bench.device.id]);
  const waits = bench.frame([50, 50, 0]);
  registry.disown(everything);
  expect(await waits).toEqual({ kind: 'again' });
  expect(bench.frameWriter.frames).toEqual([]);
});

it("a person's command is refused when its device moves to another process first", async () => {
  const bench = await new TestPipeline().start();
  await bench.birth();
  const { registry, commands } = bench.pipeline;
  registry.discard([bench.device.id]);
  const fixed = commands.fix(bench.device.id);
  registry.disown(everything);
  await expect(fixed).rejects.toThrow('Another process owns this device now');
});
