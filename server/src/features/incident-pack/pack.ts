import { createHash } from 'node:crypto';
import type { ZipSource } from '../../platform/zip.ts';
import type { ChartSeries, ChartsOrder } from './charts.ts';
import type { PackFacts } from './facts.ts';
import { factFiles, readme } from './files.ts';
import type { Span } from './store.ts';

/** The values of a device's sensors, read piece by piece. */
export interface PackValues {
  /** Every reading as CSV. */
  readonly csvOf: (deviceId: number, span: Span) => Promise<AsyncIterable<Uint8Array>>;
  /** In slots of a minute. */
  readonly seriesOf: (deviceId: number, span: Span) => Promise<readonly ChartSeries[]>;
  readonly draw: (order: ChartsOrder) => Promise<Uint8Array>;
}

/** The files of a pack one after the other, each made when the one before it was taken; the checksums come last. */
export async function* packFiles(facts: PackFacts, values: PackValues): AsyncGenerator<ZipSource> {
  const sums: string[] = [];
  const whole = (name: string, data: Uint8Array): ZipSource => summed({ name, data: [data] }, sums);
  yield whole('README.txt', Buffer.from(readme(facts)));
  for (const { name, text } of factFiles(facts)) yield whole(name, Buffer.from(text));
  const { span, focus, now } = facts;
  for (const { id, title } of facts.devices) {
    yield summed({ name: `sensors/device_${id}.csv`, data: await values.csvOf(id, span) }, sums);
    const order = { device: title, zone: focus.timezone, ...span, at: focus.at, now };
    const pdf = await values.draw({ ...order, series: await values.seriesOf(id, span) });
    yield whole(`sensors/device_${id}.pdf`, pdf);
  }
  yield { name: 'SHA256SUMS', data: [Buffer.from(sums.join(''))] };
}

/** The same file, whose line of `sha256sum` is added once all of it was read. */
function summed({ name, data }: ZipSource, sums: string[]): ZipSource {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const piece of data) {
      hash.update(piece);
      yield piece;
    }
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  };
  return { name, data: read() };
}
