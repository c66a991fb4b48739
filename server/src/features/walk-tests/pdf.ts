import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts as product } from '@tocsin/contract/texts/product';
import { texts } from '@tocsin/contract/texts/walk-tests';
import { isUntried } from '@tocsin/contract/walk-tests';
import type { WalkedSensor } from '../../pipeline/walk-types.ts';
import { type Cell, columnsOf, TablePdf } from '../../platform/pdf.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import type { WalkRecord } from './store.ts';

/** A walk test as a PDF in its reader's language: who, when, each sensor's answer, and the signature. */
export async function walkPdf(row: WalkRecord, language: string, now: number): Promise<Uint8Array> {
  const words = textsIn(texts, language);
  const t = words.report;
  const { state: walk, site_zone: zone } = row;
  const stamp = (at: number): string => toZonedIso(at, zone).replace('T', ' ').slice(0, 19);
  const passed = walk.sensors.filter(({ state }) => state === 'passed').length;
  const pdf = await TablePdf.create(t.title(row.device_name), now);
  pdf.text(t.title(row.device_name), { size: 18, bold: true, gap: 6 });
  pdf.text([row.company, row.site_name, t.serial(walk.serialNumber)].join(', '), { size: 10 });
  pdf.text(t.walked(walk.userName, stamp(walk.startedAt), walk.endedAt === null ? '' : stamp(walk.endedAt), zone));
  if (walk.endReason) pdf.text(words.ends[walk.endReason]);
  pdf.text(words.passedOf(passed, walk.sensors.length), { bold: true, gap: 6 });
  pdf.table(
    columnsOf(t.columns, { sensor: 150, state: 150, tripped: 100, answer: 60, clear: 60 }, ['answer', 'clear']),
    walk.sensors.map((sensor): Cell[] => {
      const said = sensorWords(words, sensor, (path) => walk.sensors.find((one) => one.path === path)?.name ?? path);
      return [
        `${sensor.name} (${sensor.group})`,
        sensor.state === 'passed' ? said : { text: said, strong: true },
        sensor.trippedAt === null ? '' : stamp(sensor.trippedAt),
        seconds(sensor.announcedAt, sensor.trippedAt),
        seconds(sensor.trippedAt, sensor.clearedAt),
      ];
    }),
  );
  pdf.text(' ');
  const by =
    walk.signedBy === null || walk.signedAt === null ? null : t.signed(walk.signedBy, stamp(walk.signedAt), zone);
  pdf.text(by ?? t.unsigned, { bold: true });
  if (walk.comment !== '') pdf.text(walk.comment);
  pdf.text(t.record(row.id));
  return await pdf.bytes(textsIn(product, language));
}

function sensorWords(words: typeof texts, sensor: WalkedSensor, nameOf: (path: string) => string): string {
  const { state, cause, reason, swappedWith, clearedAt } = sensor;
  if (cause === 'swapped' && swappedWith !== null) return words.swappedWith(nameOf(swappedWith));
  if (reason === '' && isUntried(sensor)) return words.states.waiting;
  const why = reason || (cause === null ? '' : words.causes[cause]);
  if (state === 'tripped' && clearedAt !== null) return words.notConfirmed;
  return why === '' ? words.states[state] : `${words.states[state]}: ${why}`;
}

const seconds = (from: number | null, to: number | null): string =>
  from === null || to === null || to < from ? '' : ((to - from) / 1_000).toFixed(1);
