import { type AlarmRegister, comparedFields, type RegisterEntry } from '@tocsin/contract/alarm-register';
import { anytimeAdvice } from '@tocsin/contract/incident-story';
import { texts as english } from '@tocsin/contract/texts/alarm-register';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts as status } from '@tocsin/contract/texts/status';
import { stringify } from 'csv-stringify/sync';
import { type Cell, type Column, columnsOf, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';

const columnNames = ['device_id', 'sensor_id', 'rule_id', ...comparedFields] as const;

/** The whole list, UTF-8 with BOM, formulas escaped. */
export const registerCsv = (entries: readonly RegisterEntry[]): string =>
  stringify(
    entries.map((entry) => columnNames.map((name) => entry[name] ?? '')),
    { header: true, columns: [...columnNames], bom: true, escape_formulas: true },
  );

const layoutOf = (texts: Words): readonly Column[] =>
  columnsOf(texts.columns, { alarm: 110, priority: 44, within: 44, todo: 150, cause: 110, consequence: 110 }, [
    'within',
  ]);
type Words = typeof english;

/** Longer texts do not fit into a cell and are printed in full below the table. */
const cellLength = 150;

interface Site {
  readonly title: string;
  readonly company: string;
  readonly timezone: string;
}

/** Priority and response of every alarm as a document: approval and differences first, then the list by device. */
export async function registerPdf(
  site: Site,
  entries: readonly RegisterEntry[],
  { approval, differences, differences_count }: Pick<AlarmRegister, 'approval' | 'differences' | 'differences_count'>,
  now: number,
  language: string,
): Promise<Uint8Array> {
  const texts = textsIn(english, language);
  const { priorities } = textsIn(status, language);
  const foot = textsIn(product, language);
  const moment = (ms: number): string => toZonedIso(ms, site.timezone).replace('T', ' ').slice(0, 19);
  const pdf = await TablePdf.create(texts.documentTitle(site.title), now);
  pdf.text(texts.title, { size: 18, bold: true, gap: 6 });
  pdf.text(`${site.company}, ${site.title}`, { size: 10 });
  pdf.text(texts.made(moment(now), site.timezone));
  pdf.text(approval === null ? texts.notApproved : texts.approvedBy(approval.by, moment(Date.parse(approval.at))), {
    bold: true,
  });
  if (approval?.comment) pdf.text(approval.comment);
  if (approval !== null) {
    pdf.text(texts.differences(differences_count), { bold: true });
    for (const { kind, entry, changes } of differences) {
      const what = changes.map((change) => texts.change(texts.fields[change.field], change.old, change.new)).join('; ');
      pdf.text(`${texts.kinds[kind]}: ${nameOf(entry)}${what === '' ? '' : `. ${what}`}`);
    }
  }
  const said = entries.map((entry) => ({ ...entry, what_to_do: anytimeAdvice(entry.what_to_do, language) }));
  for (const [device, own] of Map.groupBy(said, (entry) => entry.device)) {
    pdf.heading(device);
    pdf.table(
      layoutOf(texts),
      own.map((entry): Cell[] => [
        entry.rule === null ? { text: entry.sensor, strong: true } : texts.ofRule(entry.sensor, entry.rule),
        entry.priority === null ? texts.usual : priorities[entry.priority],
        entry.respond_within_minutes === null ? '' : texts.minutes(entry.respond_within_minutes),
        short(texts, entry.what_to_do),
        short(texts, entry.likely_cause),
        short(texts, entry.consequence),
      ]),
    );
    for (const entry of own)
      for (const field of ['what_to_do', 'likely_cause', 'consequence'] as const)
        if ((entry[field] ?? '').length > cellLength)
          pdf.text(`${nameOf(entry)}, ${texts.fields[field]}: ${entry[field]}`);
  }
  return await pdf.bytes(foot);
}

const nameOf = (entry: RegisterEntry): string =>
  [entry.device, entry.sensor, entry.rule ?? ''].filter((part) => part !== '').join(', ');

const short = (texts: Words, text: string | null): string =>
  text === null ? '' : text.length > cellLength ? texts.below : text;
