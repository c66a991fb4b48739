import { z } from 'zod';
import { limits } from './limits.ts';

/**
 * The document of a tab: what an editor draws, a file carries and the database keeps. Written with its format; an older
 * one is brought up by `migrateDocument`, step by step. Format 1 is the plain payload of the specification.
 */
export const documentFormat = 2;

/** Bounds of a drawing, in its own units; the editor keeps within them and the server holds everybody to them. */
export const documentLimits = {
  coordinate: 100_000,
  leastSide: 100,
  mostSide: 10_000,
  leastScale: 0.02,
  mostScale: 50,
  leastShape: 10,
  pointsPerConnector: 60,
  labelLength: 1_000,
  leastFont: 6,
  mostFont: 200,
  leastZoom: 0.1,
  mostZoom: 8,
} as const;

/** Editor constants of the specification (visual-dashboard.md 9). */
export const documentDefaults = {
  width: 800,
  height: 600,
  /** Of a loaded tab that has none. */
  loadedWidth: 970,
  viewWidth: 776,
  labelSize: 14,
  labelText: 'Text',
  shapeSide: 78,
  lineHeight: 3,
} as const;

const numeric = 'A valid number is required.';
const within = (least: number, most: number) =>
  z
    .number(numeric)
    .min(least, `Ensure this value is greater than or equal to ${least}.`)
    .max(most, `Ensure this value is less than or equal to ${most}.`);

const coordinate = within(-documentLimits.coordinate, documentLimits.coordinate);
const side = within(documentLimits.leastSide, documentLimits.mostSide);
const shapeSide = within(1, documentLimits.coordinate);

/** Given by the editor, stays with the element for life: connectors and undo name elements by it. */
export const FrontendId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not a valid id.');

export const Coordinates = z.object({ x_coord: coordinate, y_coord: coordinate });

/** `deviceId.groupId.sensorId`. */
export const SensorPath = z
  .string()
  .regex(/^[1-9]\d{0,9}\.[A-Za-z0-9_-]{1,32}\.[A-Za-z0-9_-]{1,32}$/, 'Not a valid sensor id.');

/** A sensor is sent as its path, or as the object that a reply carries. */
const SensorIn = z.union([SensorPath, z.object({ id: SensorPath }).transform((sensor) => sensor.id)]);

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'This field may not be blank.')
    .max(most, `Ensure this field has no more than ${most} characters.`);

/** A machine as the editor saves it; `frontend_id` holds it together with its connectors before it has an id. */
export const MachineIn = z.object({
  frontend_id: FrontendId,
  id: z.int().positive().nullish(),
  name: text(limits.nameLength),
  scale: within(documentLimits.leastScale, documentLimits.mostScale),
  flip: z.boolean(),
  x_coord: coordinate,
  y_coord: coordinate,
  type_of_machine: z.int().positive(),
  /** Units beside the drawing's own length, for machines whose middle stretches. */
  stretch: z.int().min(-2_000).max(20_000).default(0),
  sensors: z.array(z.object({ sensor_point: z.string().min(1).max(40), sensor: SensorIn })).max(50),
  system_state_sensor: SensorIn.nullish().transform((id) => id ?? null),
});

/** A line between two anchors; it holds machines by id, never by place. */
export const Connector = z.object({
  frontend_id: FrontendId,
  start_machine: z.int().positive().nullish(),
  start_anchor_point: z.string().min(1).max(40),
  start_m_fe_id: FrontendId,
  end_machine: z.int().positive().nullish(),
  end_anchor_point: z.string().min(1).max(40),
  end_m_fe_id: FrontendId,
  additional_points: z.array(Coordinates).max(documentLimits.pointsPerConnector),
});

export const shapeKinds = ['circle', 'default', 'line', 'rectangle'] as const;

/** A plain shape of a drawing. */
export const Shape = z.object({
  frontend_id: FrontendId,
  x: coordinate,
  y: coordinate,
  extras: z.object({
    shape: z.enum(shapeKinds),
    width: shapeSide,
    height: shapeSide,
    offsetLeft: coordinate.default(0),
    offsetTop: coordinate.default(0),
    rotateAngle: within(-3_600, 3_600).default(0),
  }),
});

/** A text of a drawing. */
export const TextElement = z.object({
  frontend_id: FrontendId,
  x: coordinate,
  y: coordinate,
  extras: z.object({
    fontSize: within(documentLimits.leastFont, documentLimits.mostFont).default(documentDefaults.labelSize),
    value: z.string().max(documentLimits.labelLength),
  }),
});

const DocumentV2 = z.object({
  format: z.literal(documentFormat),
  name: text(limits.nameLength),
  width: side,
  height: side,
  zoom: within(documentLimits.leastZoom, documentLimits.mostZoom).default(1),
  offset_x: coordinate.default(0),
  offset_y: coordinate.default(0),
  machines: z.array(MachineIn).max(limits.elementsPerTab),
  connectors: z.array(Connector).max(limits.elementsPerTab),
  shapes: z.array(Shape).max(limits.elementsPerTab),
  text_elements: z.array(TextElement).max(limits.elementsPerTab),
});

/** A tab's document, checked for its form. Whether it makes sense (anchors, sensors) is `documentFaults`. */
export type TabDocument = z.output<typeof DocumentV2>;
export type DocumentMachine = TabDocument['machines'][number];

type Raw = Record<string, unknown>;
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const rows = (value: unknown): readonly Raw[] => (Array.isArray(value) ? value.filter(isRaw) : []);

/** 1 to 2: connectors, shapes and labels are named like machines are; connectors know their machines by those names. */
function nameElements(raw: Raw): Raw {
  const named = (kind: string, list: unknown): readonly Raw[] =>
    rows(list).map((row, i) => ({ ...row, frontend_id: row.frontend_id ?? `${kind}${i + 1}` }));
  const machines = named('m', raw.machines);
  const byId = new Map(machines.map((machine) => [machine.id, machine.frontend_id]));
  const connectors = named('c', raw.connectors).map((row) => ({
    ...row,
    start_m_fe_id: row.start_m_fe_id ?? byId.get(row.start_machine),
    end_m_fe_id: row.end_m_fe_id ?? byId.get(row.end_machine),
    additional_points: row.additional_points ?? [],
  }));
  return {
    ...raw,
    machines: machines.map((machine) => ({ ...machine, sensors: machine.sensors ?? [] })),
    connectors,
    shapes: named('s', raw.shapes),
    text_elements: named('t', raw.text_elements),
    width: raw.width ?? documentDefaults.loadedWidth,
    height: raw.height ?? documentDefaults.height,
    format: 2,
  };
}

/** From each format to the next. */
const migrations: Readonly<Record<number, (raw: Raw) => Raw>> = { 1: nameElements };

/** Brings a document of any known format to the present one. What is no document goes through and fails at parsing. */
export function migrateDocument(value: unknown): unknown {
  if (!isRaw(value)) return value;
  let raw = value;
  for (;;) {
    const format = raw.format ?? 1;
    const migrate = typeof format === 'number' ? migrations[format] : undefined;
    if (migrate === undefined) return raw;
    raw = migrate(raw);
  }
}

/** Parses a document of any known format; the field names of refusals are the document's own. */
export const TabDocument = z.preprocess(migrateDocument, DocumentV2).refine(
  (document) => {
    const { machines, connectors, shapes, text_elements } = document;
    return machines.length + connectors.length + shapes.length + text_elements.length <= limits.elementsPerTab;
  },
  { path: ['non_field_errors'], message: `A tab holds at most ${limits.elementsPerTab} elements.` },
);
