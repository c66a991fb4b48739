import { fullSensorId, sensorPath } from '@tocsin/contract/layout';
import { isTestable } from '@tocsin/contract/maintenance';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/proof-test-pdfs';
import { PDFDocument, rgb } from 'pdf-lib';
import { PdfFonts } from '../../platform/pdf-fonts.ts';
import { qrPath } from '../../platform/qr-path.ts';
import type { SiteDevice, SiteHead } from './store.ts';

const a4 = { width: 595.28, height: 841.89 };
const margin = 34;
const grid = { columns: 4, rows: 6 };
const codeSize = 84;
const black = rgb(0, 0, 0);
const grey = rgb(0.26, 0.3, 0.32);
const line = rgb(0.75, 0.78, 0.8);

interface TestCodesData {
  readonly publicUrl: string;
  readonly site: SiteHead;
  readonly device: SiteDevice;
  readonly labels: ReadonlyMap<string, string>;
  readonly now: number;
  /** Its reader's. */
  readonly language: string;
}

interface Look {
  readonly size: number;
  readonly bold?: boolean;
  readonly room?: number;
}

/** Labels to stick on the machine, one for each sensor that can be tested. */
export async function codesPdf({ publicUrl, site, device, labels, now, language }: TestCodesData): Promise<Uint8Array> {
  const t = textsIn(texts, language);
  const pdf = await PDFDocument.create();
  pdf.setTitle(t.codes.documentTitle(device.title));
  pdf.setCreationDate(new Date(now));
  const fonts = await PdfFonts.embed(pdf);
  const width = (a4.width - 2 * margin) / grid.columns;
  const height = (a4.height - 2 * margin - 30) / grid.rows;
  const sensors = device.sensors.filter((sensor) => isTestable(sensorPath(sensor)));
  const perPage = grid.columns * grid.rows;
  for (let from = 0; from < Math.max(1, sensors.length); from += perPage) {
    const page = pdf.addPage([a4.width, a4.height]);
    const cut = (text: string, { size, bold = false, room: maxWidth = width - 12 }: Look) => {
      let shown = fonts.printable(text);
      const font = fonts.of(shown, bold);
      while (shown.length > 1 && font.widthOfTextAtSize(shown, size) > maxWidth) shown = `${shown.slice(0, -2)}…`;
      return { shown, font, size };
    };
    const write = ({ shown, font, size }: ReturnType<typeof cut>, x: number, y: number, color = black) =>
      page.drawText(shown, { x, y, size, font, color });
    const head = t.codes.title(device.title, device.serial_number);
    const top = a4.height - margin;
    const maxWidth = a4.width - 2 * margin;
    write(cut(head, { size: 12, bold: true, room: maxWidth }), margin, top - 10);
    const help = sensors.length === 0 ? t.noSensors : t.codes.scan(site.title);
    write(cut(help, { size: 8, room: maxWidth }), margin, top - 22);
    sensors.slice(from, from + perPage).forEach((sensor, index) => {
      const path = sensorPath(sensor);
      const x = margin + (index % grid.columns) * width;
      const y = top - 30 - Math.floor(index / grid.columns) * height;
      page.drawRectangle({
        x,
        y: y - height,
        width,
        height,
        borderColor: line,
        borderWidth: 0.5,
        borderDashArray: [3, 3],
      });
      const code = qrPath(`${publicUrl}/maintenance/${device.id}/${path}`, 'M');
      const left = x + (width - codeSize) / 2;
      page.drawSvgPath(code.path, { x: left, y: y - 8, scale: codeSize / code.size, color: black, borderWidth: 0 });
      const name = labels.get(fullSensorId(device.id, path)) ?? sensor.name;
      const centre = (text: string, look: Look, down: number, color = black) => {
        const what = cut(text, look);
        const at = x + (width - what.font.widthOfTextAtSize(what.shown, look.size)) / 2;
        write(what, at, y - 8 - codeSize - down, color);
      };
      centre(name, { size: 9, bold: true }, 12);
      centre(`${device.title}, ${path}`, { size: 7 }, 22, grey);
    });
  }
  return await pdf.save();
}
