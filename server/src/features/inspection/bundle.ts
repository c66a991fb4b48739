import { createHash } from 'node:crypto';
import { zip } from '../../platform/zip.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { csvFiles } from './csv.ts';
import type { Gathered } from './gather.ts';
import { reportPdf } from './report.ts';

const about = (inspection: Gathered): string => `Inspection of ${inspection.site.title}, ${inspection.site.company}
From ${toZonedIso(inspection.span.from, inspection.site.timezone)} to ${toZonedIso(Math.min(inspection.span.to, inspection.now), inspection.site.timezone)}
Created ${toZonedIso(inspection.now, inspection.site.timezone)} by ${inspection.by}

report.pdf                    all of it to print
proof_tests.csv               one line for each test: who, when, outcome, comment, the device's serial number
proof_test_records.csv        the records of these tests as they are kept, each with its link of the chain
record_chains.csv             for each device: whether the chain of all its records holds, and its head
alarms.csv                    alarms and warnings with on and off, acknowledgement and comment
times_without_monitoring.csv  when nothing was watched, or messages were held back, and why
changes.csv                   who changed rules, settings and sensor names, with the values before and after
daily_rounds.csv              daily rounds by eye; both times of those written without a network
protected_hours.csv           running and protected minutes of each month that the period touches
SHA256SUMS                    the hashes of these files: check them by 'sha256sum -c SHA256SUMS'

Each record's chain is SHA-256 over the chain of the device's record before it and the record itself. Whoever keeps an
earlier export can look up its head among the records of a later one: it must be there, unchanged.
`;

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Packs the export into one ZIP with the hashes of all its files, so that no list is passed on alone. */
export async function bundle(inspection: Gathered): Promise<Buffer> {
  const files = [
    { name: 'README.txt', data: Buffer.from(about(inspection)) },
    { name: 'report.pdf', data: await reportPdf(inspection) },
    ...[...csvFiles(inspection)].map(([name, text]) => ({ name, data: Buffer.from(text) })),
  ];
  const sums = files.map(({ name, data }) => `${sha256(data)}  ${name}\n`).join('');
  return zip([...files, { name: 'SHA256SUMS', data: Buffer.from(sums) }], new Date(inspection.now));
}
