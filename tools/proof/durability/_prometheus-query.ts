// Queries of a real Prometheus.
import { readFileSync } from 'node:fs';
import { jsonOf } from '../support/_json.ts';

interface Answer<T> {
  readonly status: string;
  readonly error?: string;
  readonly data?: { readonly result: readonly T[] };
}

/** Asks for the series of an expression as they are now; throws what Prometheus says against it. */
export const ask =
  (url: string) =>
  async <T>(expression: string): Promise<readonly T[]> => {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data, error } = await jsonOf<Answer<T>>(answer);
    if (!data) throw new Error(`${expression}: ${error}`);
    return data.result;
  };

/** What a query of one number answers, 0 without a series. */
export async function numberOf(query: ReturnType<typeof ask>, expression: string): Promise<number> {
  const [series] = await query<{ readonly value: readonly [at: number, value: string] }>(expression);
  return Number(series?.value[1] ?? 0);
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** Asks for each expression of a Grafana dashboard; true if each has a series. */
export async function queryDashboard(query: ReturnType<typeof ask>, file: string): Promise<boolean> {
  const { panels }: Dashboard = JSON.parse(readFileSync(file, 'utf8'));
  const wanted = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  const empty: typeof wanted = [];
  for (const one of wanted) if ((await query(one.expr)).length === 0) empty.push(one);
  console.log(`dashboard: ${panels.length} panels, ${wanted.length} expressions, ${empty.length} without a series`);
  for (const { title, expr } of empty) console.log(`  ${title}: ${expr}`);
  return empty.length === 0;
}
