// The live values of a site as a real Prometheus stores them, compared with what its devices sent.
import { writeFileSync } from 'node:fs';
import type { Api } from '@tocsin/e2e/api';
import type { Plant } from '@tocsin/e2e/plant';
import { admin } from '@tocsin/e2e/server';
import type { ask } from './_prometheus-query.ts';
import type { SenderLine } from './_senders.ts';

/** A key for live values of the plant's client alone, in a file as Prometheus reads it. */
export async function keyFile(api: Api, { clientId }: Plant, file: string): Promise<void> {
  const { token } = await api.post<{ readonly token: string }>('accounts/api-keys/', {
    name: 'Prometheus',
    scopes: ['live'],
    client: clientId,
    days: 1,
    password: admin.password,
  });
  writeFileSync(file, token, { mode: 0o600 });
}

/** The scrape of docs/api.md, without TLS. */
export const siteScrape = (url: string, { siteId }: Plant, file: string): string => `
  - job_name: tocsin-site
    metrics_path: /api/v1/locations/${siteId}/metrics/
    authorization: { credentials_file: ${JSON.stringify(file)} }
    static_configs: [{ targets: [${JSON.stringify(new URL(url).host)}] }]
`;

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [at: number, value: string])[];
}

/** A frame is on the page within this time: frames come each second, and a busy machine delays one by some. */
const newestWithinMs = 15_000;

/** Whether a stored sample is the value of a frame that its device sent shortly before. */
function isSent({ metric, at, value }: Series & { at: number; value: number }, lines: readonly SenderLine[]): boolean {
  const line = lines.find(({ device }) => String(device.id) === metric.device_id);
  const place = Number(metric.sensor?.split('.')[1]) - 4000;
  return (line?.sent ?? []).some(
    ({ ts, v, alarm }) =>
      ts <= at &&
      ts > at - newestWithinMs &&
      value === (metric.__name__ === 'tocsin_sensor_alarm' ? Number(alarm.includes(place)) : v[place]),
  );
}

/** Prints a line for each metric; true if each sample is what its device sent, and alarms came and went. */
export async function compareSite(
  query: ReturnType<typeof ask>,
  lines: readonly SenderLine[],
  seconds: number,
): Promise<boolean> {
  let isKept = true;
  for (const name of ['tocsin_sensor_value', 'tocsin_sensor_alarm']) {
    const series = await query<Series>(`${name}{job="tocsin-site"}[${Math.ceil(seconds)}s]`);
    const samples = series.flatMap((one) =>
      one.values.map(([at, value]) => ({ ...one, at: at * 1_000, value: Number(value) })),
    );
    const other = samples.filter((sample) => !isSent(sample, lines));
    const different = new Set(samples.map(({ value }) => value)).size;
    console.log(
      `${name}: ${series.length} series, ${samples.length} samples, ${different} different values, ${other.length} that no device sent`,
    );
    isKept &&= series.length === 4 * lines.length && different > 1 && other.length === 0;
  }
  return isKept;
}
