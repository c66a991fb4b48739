import { expect, it } from 'vitest';
import { UnknownNodes } from './unknown-nodes.ts';

it('an unknown node passes on one message a minute, and each node its own', () => {
  const unknown = new UnknownNodes();
  const passed: string[] = [];
  unknown.onMessage = ({ edge }, topic, text) => passed.push(`${edge} ${topic} ${text}`);
  const seen = { convention: 'sparkplug', group: 'g', device: null, siteId: null, why: 'unknown' } as const;
  const send = (edge: string, now: number) =>
    unknown.note({ ...seen, edge }, now, { topic: `spBv1.0/g/NDATA/${edge}`, text: () => String(now) });
  for (const now of [0, 1_000, 59_999, 60_000, 61_000]) send('A', now);
  send('B', 61_000);
  unknown.note({ ...seen, edge: 'C' }, 0);
  expect(passed).toEqual(['A spBv1.0/g/NDATA/A 0', 'A spBv1.0/g/NDATA/A 60000', 'B spBv1.0/g/NDATA/B 61000']);
  expect(unknown.list()).toHaveLength(3);
});
