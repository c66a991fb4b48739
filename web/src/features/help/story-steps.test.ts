import { texts } from '@tocsin/contract/texts/story';
import { expect, test } from 'vitest';
import { storySteps } from './story-steps.ts';

const bearing = { path: '4.4000', at: '2026-11-25T09:12:00Z' };

const openedBy = async (facts: Parameters<typeof storySteps>[0]): Promise<readonly unknown[]> => {
  const opened: unknown[] = [];
  for (const step of storySteps(facts))
    await step.open(async (to: unknown) => {
      opened.push(to);
    });
  return opened;
};

test('each step opens a page of its own', async () => {
  const opened = await openedBy({ site: 3, bearing });
  expect(new Set(opened.map((to) => JSON.stringify(to))).size).toBe(10);
  expect(opened).toContainEqual({ to: '/graphs/$sensorId', params: { sensorId: '4.4000' } });
  expect(opened).toContainEqual({
    to: '/visual-dashboard/site/$siteId/film',
    params: { siteId: '3' },
    search: { at: bearing.at },
  });
});

test('before the first alarm of a bearing the story shows the pages without it', async () => {
  const opened = await openedBy({ site: 3, bearing: null });
  expect(opened).toContainEqual({ to: '/graphs' });
  expect(opened).toContainEqual({ to: '/visual-dashboard/site/$siteId/film', params: { siteId: '3' }, search: {} });
});

test('pages of a site are left out without a site', () => {
  expect(storySteps({ site: null, bearing: null }).map(({ key }) => key)).toEqual([
    'warming',
    'graph',
    'rule',
    'night',
    'escalation',
    'shelf',
    'protection',
    'pack',
  ]);
});

test('until a bearing has been hot, the steps about it say so', () => {
  const waiting = (facts: Parameters<typeof storySteps>[0]) =>
    storySteps(facts)
      .filter(({ at }) => at.length === 0)
      .map(({ key, before }) => [key, before?.text]);
  expect(waiting({ site: 3, bearing: null })).toEqual([
    ['graph', texts.notYet.bearing],
    ['film', texts.notYet.bearing],
  ]);
  expect(waiting({ site: 3, bearing })).toEqual([]);
});
