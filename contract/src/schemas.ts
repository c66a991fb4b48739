import { z } from 'zod';
import { listOf, listQuery } from './endpoint.ts';
import { required, requiredText, Version } from './fields.ts';
import { AnyId, DeviceId, SiteId, TextId } from './ids.ts';
import { SensorKind } from './layout.ts';
import { limits } from './limits.ts';
import { Notification } from './live.ts';
import { permissionsOn } from './permissions.ts';
import { Priority } from './priority.ts';
import { Connector, MachineIn, SensorPath, Shape, TabDocument, TextElement } from './schema-document.ts';

/** The entities of the visual dashboard in the API; its endpoints are in schema-endpoints.ts. */

const blank = 'This field may not be blank.';
const longName = `Ensure this field has no more than ${limits.nameLength} characters.`;
const Name = required(blank, limits.nameLength, longName);

/** Field names in the errors of a 400. */
export const fieldNames: Readonly<Record<string, string>> = {
  machine_name: 'Machine Name',
  name: 'Tab Name',
  tab_name: 'Tab Name',
  schema_name: 'Schema Name',
  width: 'Tab Width',
  height: 'Tab Height',
  comment: 'Comment',
  sensors: 'Sensor',
  connectors: 'Connector',
  machines: 'Machine',
  shapes: 'Shape',
  text_elements: 'Text',
  file: 'File',
};

/** The specification's texts of the visual dashboard, shared by server and page. */
export const schemaTexts = {
  notAllowed: 'You are not allowed to visit this page',
  published: "It's not allowed to modify published schema!",
  noLocation: 'please select a location first',
  unsaved: 'Are you sure you want to continue without saving?',
  deleteSchema: 'Are you sure you want to delete this schema?',
  deleteTab: 'Are you sure you want to delete this tab?',
  deleteAgain: "This action can't be undone. Do you want to continue?",
  inUse: (tab: string, machine: string) => `Already in use at ${tab}, ${machine}`,
} as const;

/** A schema or tab by its name. */
export const SchemaRef = z.object({ id: z.number().int(), name: z.string() });

const ModifiedBy = z.object({ first_name: z.string(), last_name: z.string() });

/** A tab without its drawing, and the sensors that it shows. */
export const TabSummary = z.object({
  id: z.number().int(),
  name: z.string(),
  order: z.number().int(),
  sensors_ids: z.array(z.string()),
});

/** A schema with its tabs, without their drawings. */
export const Schema = z.object({
  id: z.number().int(),
  name: z.string(),
  location: SiteId,
  is_published: z.boolean(),
  comment: z.string(),
  modified_by: ModifiedBy,
  /** Unix seconds. */
  update_dt: z.number().int(),
  device_ids: z.array(z.number().int()),
  schema_tabs: z.array(TabSummary),
  /** The published schema of which this is an unpublished copy. */
  copy_of: z.number().int().nullable(),
  permissions: permissionsOn('schema'),
});
export type Schema = z.infer<typeof Schema>;

/** A sensor of a machine. A missing one has its last known names and is marked as missing. */
export const SchemaSensor = z.object({
  id: SensorPath,
  name: z.string(),
  group_name: z.string(),
  device: z.string(),
  device_id: z.number().int(),
  type: SensorKind,
  unit: z.string(),
  is_missing: z.boolean(),
});
export type SchemaSensor = z.infer<typeof SchemaSensor>;

/** A machine of a drawing with the sensors on its points. */
export const SchemaMachine = MachineIn.omit({ sensors: true, system_state_sensor: true, id: true }).extend({
  id: z.number().int(),
  stretch: z.number().int(),
  length_m: z.number().nullable(),
  area: z.string(),
  sensors: z.array(z.object({ sensor_point: z.string(), sensor: SchemaSensor })),
  system_state_sensor: SchemaSensor.nullable(),
});
export type SchemaMachine = z.infer<typeof SchemaMachine>;

/** A tab with its whole drawing. */
export const Tab = z.object({
  id: z.number().int(),
  schema: z.number().int(),
  name: z.string(),
  height: z.number(),
  width: z.number(),
  zoom: z.number(),
  offset_x: z.number(),
  offset_y: z.number(),
  pixels_per_metre: z.number().nullable(),
  format: z.number().int(),
  machines: z.array(SchemaMachine),
  connectors: z.array(Connector),
  shapes: z.array(Shape),
  text_elements: z.array(TextElement),
  /** For optimistic locking: a PATCH with an older version answers 409. */
  version: z.number().int(),
  order: z.number().int(),
  modified_by: ModifiedBy,
  update_dt: z.number().int(),
  permissions: permissionsOn('tab'),
});
export type Tab = z.infer<typeof Tab>;

/** Multipart sends the document as text in one field; JSON sends it directly. */
const TabFields = z.looseObject({
  id: z.number().nullish(),
  schema: AnyId.nullish(),
  schema_name: Name.nullish(),
  location: SiteId,
  version: Version.nullish(),
});

/** The drawing of a tab; refusals use the field names of the form. */
export const TabDrawing = z.unknown().transform((raw, context) => {
  const parsed = TabDocument.safeParse(raw);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) {
    // The machine name is a field of its own in refusals.
    const named = path[0] === 'machines' && path[2] === 'name' ? ['machine_name'] : path;
    context.addIssue({ code: 'custom', message, path: named, input: raw });
  }
  return z.NEVER;
});

/** A new tab, parsed into its position and its document. */
export const TabInput = TabFields.transform((fields, context) => {
  const { id: _, schema, schema_name, location, version, ...rest } = fields;
  const parsed = TabDrawing.safeParse(rest);
  if (parsed.success) return { schema, schema_name, location, version, document: parsed.data };
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path, input: rest });
  return z.NEVER;
});
export type TabInput = z.output<typeof TabInput>;

/** A change of a tab: the changed fields of the drawing, to be merged by `mergeDrawing`. */
export const TabPatch = TabFields.partial().transform(
  ({ id: _, schema: __, location: ___, schema_name, version, ...drawing }) => ({ schema_name, version, drawing }),
);
export type TabPatch = z.output<typeof TabPatch>;

/** Merges changed fields into the stored drawing; parse the result with `TabDrawing`. */
export const mergeDrawing = (stored: TabDocument, named: Readonly<Record<string, unknown>>): unknown => ({
  ...stored,
  // Elements without an id get one, as in a new tab.
  format: 1,
  ...named,
});

/** A new, empty schema. */
export const SchemaInput = z.object({ name: Name, location: SiteId });
/** The comment of a publication, for viewers. */
export const PublishInput = z.object({
  comment: requiredText('This field is required.', 500, 'Ensure this field has no more than 500 characters'),
});
/** The name of the copy. */
export const CloneInput = z.looseObject({ name: Name });
/** The tabs of a schema in their new order. */
export const TabOrder = z
  .array(z.object({ id: AnyId, order: z.number().int().min(0) }))
  .min(1)
  .max(100);

export const SchemaListQuery = z.object({
  ...listQuery(),
  location: z
    .string(schemaTexts.noLocation)
    .min(1, schemaTexts.noLocation)
    .transform((id): unknown => id)
    .pipe(SiteId),
  order_by: z.enum(['name', '-name', 'update_dt', '-update_dt']).default('-update_dt'),
});

/** Values, repeated or separated by commas. */
const Several = z
  .union([z.string(), z.array(z.string())])
  .transform((input) =>
    (Array.isArray(input) ? input : input.split(',')).map((one) => one.trim()).filter((one) => one !== ''),
  );

/** The editor's group filters and the group names that they match. */
export const groupFilters: Readonly<Record<string, string>> = {
  'IE Node NTC': 'NTC',
  Cli: 'CLI',
  Pulse: 'Pulse',
  System: 'System',
  Speed: 'Speed',
  Temperature: 'Temperature',
  'Alignment Head': 'Alignment:Head',
  'Alignment Tail': 'Alignment:Tail',
  'Expansion 1': 'Expansion Card 1',
  'Expansion 2': 'Expansion Card 2',
  Plug: 'Plug',
  Pulley: 'Pulley',
};

/** Filters of the editor's sensor search. */
export const SearchSensorQuery = z.object({
  ...listQuery(),
  location: SiteId,
  q: z.string().trim().max(200).default(''),
  exclude_devices: Several.transform((ids) => ids.map(Number)).optional(),
  exclude_group_name: Several.optional(),
  /** Only these groups. */
  group_name: Several.optional(),
  /** Reports uses in this schema only; otherwise in every schema of the site. */
  schema: TextId.optional(),
});

/** A machine that already uses the sensor. */
export const SensorUse = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The schema of the tab. */
  schema: z.number().int(),
  machine: z.object({ id: z.number().int(), name: z.string(), frontend_id: z.string() }),
});

/** A sensor offered by the editor, and where it is already used. */
export const FoundSensor = SchemaSensor.omit({ is_missing: true }).extend({
  /** Its current value; null: none. */
  value: z.number().nullable(),
  state: z.string(),
  tabs: z.array(SensorUse),
});
export type FoundSensor = z.infer<typeof FoundSensor>;

const Spot = z.object({ id: z.string(), name: z.string().optional(), x_coord: z.number(), y_coord: z.number() });
const StateImages = z.object({ ok: z.string(), alarm: z.string(), warning: z.string(), no_info: z.string() });
const Thumbs = z.object({ small: z.string(), large: z.string(), large_height: z.number(), large_width: z.number() });

/** A machine of the library: its pictures, anchors and sensor points. */
export const MachineKind = z.object({
  id: z.number().int(),
  key: z.string(),
  name: z.string(),
  images: z.object({ left: StateImages, right: StateImages }),
  left_side_img_thumbs: Thumbs,
  right_side_img_thumbs: Thumbs,
  /** For the left side; the right side's are mirrored, with the same ids. */
  anchor_points: z.array(Spot.extend({ heading: z.enum(['up', 'down', 'left', 'right']) })),
  sensor_points_left: z.array(Spot),
  sensor_points_right: z.array(Spot),
  /** For machines whose middle can be extended. */
  stretch: z.object({ along: z.enum(['width', 'height']), least: z.number(), most: z.number() }).nullable(),
});
export type MachineKind = z.infer<typeof MachineKind>;

/** A machine's page: its location and its sensors. */
export const MachineDetails = SchemaMachine.extend({
  schema: SchemaRef.extend({
    is_published: z.boolean(),
    location: z.object({ id: SiteId, title: z.string(), timezone: z.string() }),
  }),
  schema_tab: SchemaRef,
});
export type MachineDetails = z.infer<typeof MachineDetails>;

/** An entry of 'Active Alarms'. */
export const MachineAlarm = z.object({
  id: z.number(),
  pk: z.number(),
  forebear_pk: z.number().nullable(),
  event_type: z.string(),
  event_type_label: z.string(),
  /** Unix seconds. */
  date_created: z.number().int(),
  sensor_name: z.string().nullable(),
  full_sensor_id: z.string().nullable(),
  device_name: z.string(),
  device_id: DeviceId,
  content: z.string(),
  priority: Priority.nullable(),
});
export type MachineAlarm = z.infer<typeof MachineAlarm>;

export const MachineMaintenance = z.object({
  id: z.number(),
  /** Unix seconds. */
  date_created: z.number().int(),
  content: z.string(),
  sensor_name: z.string(),
  device_name: z.string(),
});
export type MachineMaintenance = z.infer<typeof MachineMaintenance>;

/** A point of a slot or frame: `[ts ms, value, alarm, state]`, in slots followed by min and max. */
export const GraphPoint = z
  .tuple([z.number(), z.number().nullable(), z.boolean(), z.string()])
  .rest(z.number().nullable());

export const MachineGraph = z.object({
  device_name: z.string(),
  /** `group:sensor`. */
  name: z.string(),
  sensor: z.string(),
  sensor_type: SensorKind,
  value_label: z.string(),
  data: z.array(GraphPoint),
});
export type MachineGraph = z.infer<typeof MachineGraph>;

/** A schema as a file: its tabs' documents, and the sensors behind their paths. */
export const schemaFileFormat = 1;
/** A schema as a file, for import at another site or installation. */
export const SchemaFile = z.object({
  tocsin_schema: z.literal(schemaFileFormat, 'Not a schema file that this version knows.'),
  name: Name,
  tabs: z.array(z.unknown()).max(limits.tabsPerSchema, `A schema holds at most ${limits.tabsPerSchema} tabs.`),
  /** The devices by their ids in the file, to match them with devices of another site. */
  devices: z.array(z.object({ id: z.number().int(), title: z.string(), udf_id: z.string().nullable() })).max(1_000),
});
export type SchemaFile = z.infer<typeof SchemaFile>;

/** The imported schema. */
export const ImportedSchema = Schema.extend({
  /** Sensors of the file without a match at this site: their points are unbound. */
  unbound: z.array(z.string()),
});

export const SchemaList = listOf(Schema);
export const NotificationList = listOf(Notification);
