import { z } from 'zod';
import { limits } from './limits.ts';
import { line } from './line.ts';

/**
 * The document of a tab, as drawn by the editor, stored in the database and exported to files. It contains its format
 * version; `migrateDocument` converts older ones step by step. Format 1 is the plain payload of the specification.
 */
export const documentFormat = 3;

/** Bounds of a drawing in its own units, enforced by editor and server. */
export const documentLimits = {
  coordinate: 100_000,
  minSide: 100,
  mostSide: 10_000,
  leastScale: 0.02,
  maxScale: 50,
  leastShape: 10,
  pointsPerConnector: 60,
  labelLength: 1_000,
  leastFont: 6,
  mostFont: 200,
  leastZoom: 0.1,
  mostZoom: 8,
  leastMetre: 1,
  mostMetre: 1_000,
  leastLength: 0.1,
  mostLength: 1_000,
} as const;

/** Editor defaults of the specification. */
export const documentDefaults = {
  width: 800,
  height: 600,
  /** Width of a loaded tab that has none. */
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
const side = within(documentLimits.minSide, documentLimits.mostSide);
const shapeSide = within(1, documentLimits.coordinate);

/** Assigned by the editor and permanent: connectors and undo refer to elements by it. */
export const FrontendId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not a valid id.');

export const Coordinates = z.object({ x_coord: coordinate, y_coord: coordinate });

/** `deviceId.groupId.sensorId`. */
export const SensorPath = z
  .string()
  .regex(/^[1-9]\d{0,9}\.[A-Za-z0-9_-]{1,32}\.[A-Za-z0-9_-]{1,32}$/, 'Not a valid sensor id.');

/** A sensor as its path, or as the object in a reply. */
const SensorIn = z.union([SensorPath, z.object({ id: SensorPath }).transform((sensor) => sensor.id)]);

const Name = line()
  .min(1, 'This field may not be blank.')
  .max(limits.nameLength, `Ensure this field has no more than ${limits.nameLength} characters.`);

/** A machine as the editor saves it; connectors refer to its `frontend_id`, which exists before its id. */
export const MachineIn = z.object({
  frontend_id: FrontendId,
  id: z.int().positive().nullish(),
  name: Name,
  scale: within(documentLimits.leastScale, documentLimits.maxScale),
  flip: z.boolean(),
  x_coord: coordinate,
  y_coord: coordinate,
  type_of_machine: z.int().positive(),
  /** Additional length in units, for machines whose middle stretches. */
  stretch: z.int().min(-2_000).max(20_000).default(0),
  /** Real length in metres along its axis; null: not known. */
  length_m: within(documentLimits.leastLength, documentLimits.mostLength).nullable().default(null),
  /** The part of the plant that it belongs to, 'Pelleting'; empty: none. */
  area: line()
    .max(limits.nameLength, `Ensure this field has no more than ${limits.nameLength} characters.`)
    .default(''),
  sensors: z.array(z.object({ sensor_point: z.string().min(1).max(40), sensor: SensorIn })).max(50),
  system_state_sensor: SensorIn.nullish().transform((id) => id ?? null),
});

/** A line between two anchors, which refers to machines by id. */
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

const tooMany = `A tab holds at most ${limits.elementsPerTab} elements.`;

const DocumentV3 = z.object({
  format: z.literal(documentFormat),
  name: Name,
  width: side,
  height: side,
  zoom: within(documentLimits.leastZoom, documentLimits.mostZoom).default(1),
  offset_x: coordinate.default(0),
  offset_y: coordinate.default(0),
  /** One scale for all machines that have a length; null: each has a size of its own. */
  pixels_per_metre: within(documentLimits.leastMetre, documentLimits.mostMetre).nullable().default(null),
  machines: z.array(MachineIn).max(limits.elementsPerTab, tooMany),
  connectors: z.array(Connector).max(limits.elementsPerTab, tooMany),
  shapes: z.array(Shape).max(limits.elementsPerTab, tooMany),
  text_elements: z.array(TextElement).max(limits.elementsPerTab, tooMany),
});

/** A tab's document with a valid format. `documentFaults` checks anchors and sensors. */
export type TabDocument = z.output<typeof DocumentV3>;
export type DocumentMachine = TabDocument['machines'][number];

type Raw = Record<string, unknown>;
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
/** An absent list is empty; invalid lists and elements are left for the document's schema to refuse. */
const listed = (value: unknown, change: (row: Raw, index: number) => Raw): unknown =>
  Array.isArray(value) ? value.map((row, i) => (isRaw(row) ? change(row, i) : row)) : value === undefined ? [] : value;

/** 1 to 2: gives connectors, shapes and labels ids like machines; connectors refer to machines by them. */
function nameElements(raw: Raw): Raw {
  const named = (kind: string, list: unknown): unknown =>
    listed(list, (row, i) => ({ ...row, frontend_id: row.frontend_id ?? `${kind}${i + 1}` }));
  const machines = named('m', raw.machines);
  const byId = new Map(
    Array.isArray(machines) ? machines.filter(isRaw).map((machine) => [machine.id, machine.frontend_id]) : [],
  );
  const connectors = listed(named('c', raw.connectors), (row) => ({
    ...row,
    start_m_fe_id: row.start_m_fe_id ?? byId.get(row.start_machine),
    end_m_fe_id: row.end_m_fe_id ?? byId.get(row.end_machine),
    additional_points: row.additional_points ?? [],
  }));
  return {
    ...raw,
    machines: listed(machines, (machine) => ({ ...machine, sensors: machine.sensors ?? [] })),
    connectors,
    shapes: named('s', raw.shapes),
    text_elements: named('t', raw.text_elements),
    width: raw.width ?? documentDefaults.loadedWidth,
    height: raw.height ?? documentDefaults.height,
    format: 2,
  };
}

/** The longest stretch of each type that was drawn in format 2; longer ones were cut. */
const maxStretchBefore: Readonly<Record<number, number>> = { 1: 1_200, 2: 1_200, 3: 1_200, 4: 1_200, 5: 480 };

/** 2 to 3: no scale, no lengths and no areas yet; machines keep the length at which they were drawn. */
function keepSizes(raw: Raw): Raw {
  const cut = (machine: Raw): unknown => {
    const most = typeof machine.type_of_machine === 'number' ? maxStretchBefore[machine.type_of_machine] : undefined;
    const isScaled = raw.pixels_per_metre !== undefined && raw.pixels_per_metre !== null;
    const { stretch } = machine;
    return most === undefined || isScaled || typeof stretch !== 'number' ? stretch : Math.min(stretch, most);
  };
  return {
    ...raw,
    machines: listed(raw.machines, (machine) => ({ ...machine, stretch: cut(machine) })),
    pixels_per_metre: raw.pixels_per_metre ?? null,
    format: 3,
  };
}

/** Migrations from each format to the next. */
const migrations: Readonly<Record<number, (raw: Raw) => Raw>> = { 1: nameElements, 2: keepSizes };

/** Converts a document of any known format to the current one. Other values pass unchanged and fail at parsing. */
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

/** Parses a document of any known format; refusals use the document's own field names. */
export const TabDocument = z.preprocess(migrateDocument, DocumentV3).refine(
  (document) => {
    const { machines, connectors, shapes, text_elements } = document;
    return machines.length + connectors.length + shapes.length + text_elements.length <= limits.elementsPerTab;
  },
  { path: ['non_field_errors'], message: tooMany },
);
