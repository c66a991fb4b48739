import { expect, it } from 'vitest';
import { TestPipeline } from './testing/test-device.ts';

it('after a restart, already active events do not notify again and the count is the same', async () => {
  const bench = await new TestPipeline().start();
  await bench.birth();
  await bench.frame([50, 50, 0], { alarm: [0, 1] });
  expect(bench.types().filter((type) => type === 'alarm_on')).toHaveLength(2);

  await bench.restart();
  const heard: string[] = [];
  const socket = { send: (text: string) => void heard.push(text), buffered: () => 0, close: () => {} };
  const watch = bench.pipeline.notifications.watch(() => true, socket);
  expect(watch.count()).toBe(2);
  bench.pass(2_000);
  await bench.birth();
  for (let n = 0; n < 5; n++) {
    bench.pass(2_000);
    await bench.frame([51, 50, 0], { alarm: [0, 1] });
  }
  expect(heard).toEqual([]);
  expect(bench.types().filter((type) => type === 'alarm_on')).toHaveLength(2);
});
