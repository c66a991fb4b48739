import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
}
const text = readFileSync(join(root, 'docs/ops/grafana-tocsin.json'), 'utf8');
const { panels }: Dashboard = JSON.parse(text);
const namesIn = (source: string): ReadonlySet<string> => new Set(source.match(/\btocsin_[a-z0-9_]+/g));
const shown = namesIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'));
/** The answer of /metrics, held by server/src/app/metrics.db.test.ts. */
const given = namesIn(readFileSync(join(root, 'server/src/app/testing/metrics-of-a-new-server.txt'), 'utf8'));

it('names only metrics that the server gives', () => {
  expect(shown.size).toBeGreaterThan(40);
  expect([...shown].filter((name) => !given.has(name))).toEqual([]);
});

it('shows every metric that an alert judges, so that whoever is woken finds it', () => {
  const judged = namesIn(readFileSync(join(root, 'docs/ops/alerts.yml'), 'utf8'));
  expect([...judged].filter((name) => !shown.has(name))).toEqual([]);
});

it('shows every metric of edges, mails, webhooks and jobs', () => {
  const wanted = [...given].filter((name) => /^tocsin_(edge|edges|mail|mails|webhook|webhooks|jobs)_/.test(name));
  expect(wanted.length).toBeGreaterThan(12);
  expect(wanted.filter((name) => !shown.has(name))).toEqual([]);
});

it('has panels with ids and expressions of their own that do not overlap', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, targets } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
  }
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
