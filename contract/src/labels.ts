import { z } from 'zod';
import { peopleOnly } from './callers.ts';
import { endpoint, listOf } from './endpoint.ts';
import { AnyId } from './ids.ts';
import { line } from './line.ts';

/** Where labels stand on a sheet, in mm. `name` has the number of its makers and the size of a label. */
export interface LabelSheet {
  readonly name: string;
  readonly sheet: readonly [width: number, height: number];
  readonly label: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  /** The corner of the first label. */
  readonly left: number;
  readonly top: number;
  /** From one label to the next. */
  readonly pitch: readonly [x: number, y: number];
}

const a4 = [210, 297] as const;
const grid = (name: string, label: readonly [number, number], columns: number, rows: number, gap = 0): LabelSheet => ({
  name: `${name}, ${label[0]} × ${label[1]} mm`,
  sheet: a4,
  label,
  columns,
  rows,
  left: (a4[0] - columns * label[0] - (columns - 1) * gap) / 2,
  top: (a4[1] - rows * label[1]) / 2,
  pitch: [label[0] + gap, label[1]],
});
const single = (name: string, label: readonly [number, number]): LabelSheet => ({
  name: `${name}, ${label[0]} × ${label[1]} mm`,
  sheet: label,
  label,
  columns: 1,
  rows: 1,
  left: 0,
  top: 0,
  pitch: label,
});

/** Common label sheets and label printers. */
export const labelSheets = {
  a6: single('A6', [105, 148]),
  roll: single('62 mm', [100, 62]),
  l7165: grid('Avery L7165 (8)', [99.1, 67.7], 2, 4, 2.5),
  l7163: grid('Avery L7163 (14)', [99.1, 38.1], 2, 7, 2.5),
  l7160: grid('Avery L7160 (21)', [63.5, 38.1], 3, 7, 2.5),
  l3474: grid('Avery 3474, Herma 4464 (24)', [70, 37], 3, 8),
} as const satisfies Readonly<Record<string, LabelSheet>>;
export type LabelFormat = keyof typeof labelSheets;
export const labelFormats = Object.keys(labelSheets) as [LabelFormat, ...LabelFormat[]];

/**
 * Where name, site, what it opens, and code stand on a label of this size; from its upper left corner, in its unit. A
 * tall label has its code below the name, a wide one beside it.
 */
export const labelLayout = ([width, height]: readonly [number, number]) => {
  const pad = Math.min(width, height) * 0.08;
  const isTall = height > width;
  const size = isTall ? width * 0.105 : height * 0.17;
  const side = isTall ? Math.min(width - 2 * pad, height * 0.5) : Math.min(height - 2 * pad, width * 0.46);
  const foot = height - pad - size * 0.45;
  const code = isTall
    ? { x: (width - side) / 2, y: foot - pad / 2 - side, side }
    : { x: pad, y: (height - side) / 2, side };
  const x = isTall ? pad : code.x + side + pad;
  return { code, x, room: width - pad - x, top: pad, foot, size };
};
/** Sizes of the texts of a label as shares of its name's, and the lines that each may take. */
export const labelTexts = {
  title: { share: 1, lines: 2 },
  site: { share: 0.5, lines: 3 },
  opens: { share: 0.36, lines: 3 },
  danger: { share: 0.4, lines: 1 },
} as const;

/** What a label may be printed for: a device of the site, or a machine of its published drawing. */
export const LabelSubject = z.object({
  kind: z.enum(['device', 'machine']),
  /** The device's id, or the machine's permanent id in the drawing. */
  id: z.string(),
  title: z.string(),
  /** Null: never printed. */
  printed_at: z.iso.datetime().nullable(),
  /** Since it was printed; null: hangs nowhere yet, as far as is known. */
  scanned_at: z.iso.datetime().nullable(),
  scanned_by: z.string().nullable(),
});
export type LabelSubject = z.infer<typeof LabelSubject>;

/** What a code names, for the page of a scanned label. */
export const Label = z.object({
  title: z.string(),
  site: z.object({ id: z.number(), title: z.string(), timezone: z.string() }),
  /** The device, or those that watch the machine, each with the sensors on it; null: all. */
  devices: z.array(z.object({ id: z.number(), sensors: z.array(z.string()).nullable() })),
});
export type Label = z.infer<typeof Label>;

/** Maximum labels of one file. */
export const maxLabels = 500;

export const endpoints = {
  list: endpoint.get('/api/v1/locations/:id/labels/', {
    may: 'site.edit',
    programs: 'none',
    says: 'Devices and machines of a site that labels can be printed for, and when each was scanned last',
    reply: listOf(LabelSubject).extend({
      site: z.string(),
      /** The code of an example, as an SVG path in a square of this size. */
      code: z.object({ path: z.string(), size: z.number() }),
    }),
  }),
  print: endpoint.post('/api/v1/locations/:id/labels/', {
    may: 'site.edit',
    programs: 'none',
    says: 'QR labels of devices and machines of a site as PDF; what has no code yet gets one, and keeps it',
    body: z.object({
      format: z.enum(labelFormats),
      devices: z.array(AnyId).max(maxLabels).default([]),
      machines: z.array(line().max(64)).max(maxLabels).default([]),
    }),
    sends: 'application/pdf',
  }),
  open: endpoint.get('/api/v1/labels/:code/', {
    ...peopleOnly,
    says: 'What the code of a label names; 404 alike for unknown codes and for what the caller may not open',
    params: z.object({ code: z.string().max(40) }),
    reply: Label,
  }),
};
