import { z } from 'zod';
import { EventType } from './event.ts';
import { Priority } from './priority.ts';
import { DocumentStatus } from './status.ts';

/** One sensor of the live document, in the specification's shape plus `At` (ms, when its value was last sent). */
export const LiveSensor = z.object({
  Id: z.string(),
  Name: z.string(),
  Type: z.enum(['NUMERIC', 'BOOL', 'ENUM']),
  /** null: no value. In the displayed unit (k, c and degrees applied). */
  Value: z.number().nullable(),
  Status: z.string(),
  Alarm: z.boolean(),
  Meta: z.looseObject({ State: z.string(), Units: z.string() }),
  /** Unix ms (device time, corrected by its offset) when the device last sent this value; null: never. */
  At: z.number().nullable(),
  /** Unix ms since when the sensor is in alarm or warning, or its node lost; null otherwise. */
  Since: z.number().nullable(),
});
export type LiveSensor = z.infer<typeof LiveSensor>;

/** A group of the live document, in the specification's capitalization. */
export const LiveGroup = z.object({
  Id: z.string(),
  Name: z.string(),
  Meta: z.looseObject({ Nodes: z.number().optional(), Activity: z.string().optional() }),
  sensors: z.array(LiveSensor),
});
export type LiveGroup = z.infer<typeof LiveGroup>;

/** The live document: the whole present state of one device; every message on a device's socket is one. */
export const LiveDevice = z.object({
  Id: z.string(),
  Name: z.string(),
  Status: DocumentStatus,
  Alarm: z.boolean(),
  device: z.object({
    deviceId: z.string(),
    udf_id: z.string().nullable(),
    deviceType: z.string(),
    versionInfo: z.string().nullable(),
    is_online: z.boolean(),
    /** The device reports by exception: while it is online, its values remain current. */
    rbe: z.boolean().optional(),
  }),
  groups: z.array(LiveGroup),
  /**
   * Unix ms of the newest frame (device time, corrected by its offset) and of its arrival; null before the first frame.
   */
  frame_at: z.number().nullable(),
  received_at: z.number().nullable(),
  /** Server time in unix ms when this document was created. */
  sent_at: z.number(),
  /** Frames up to this arrival time are committed; older than 10 s while frames arrive: not being stored. */
  stored_until: z.number().nullable(),
  /** The usual interval between frames in ms; a value is stale after twice that, at least 10 s. */
  usual_interval: z.number(),
  /** Sensors out of service, with their true state: who, why, since when and the review date in unix ms. */
  out_of_service: z
    .array(
      z.object({
        path: z.string(),
        by: z.string(),
        /** null: no reason given. */
        reason: z.string().nullable(),
        since: z.number(),
        review_at: z.number(),
      }),
    )
    .optional(),
  /** The walk test that runs: its armed sensors notify nobody until then (unix ms) at the latest. */
  walk: z
    .object({ id: z.number(), by: z.string(), since: z.number(), ends_at: z.number(), armed: z.array(z.string()) })
    .optional(),
  /** What is shelved now, and until when (unix ms); the sensors keep their true state. All null: the whole device. */
  shelves: z
    .array(
      z.object({
        sensor: z.string().nullable(),
        node: z.string().nullable(),
        rule: z.number().nullable(),
        covers_alarms: z.boolean(),
        until: z.number(),
        /** Who shelved it; missing: shelved before 2.0.0 knew. */
        by: z.string().optional(),
      }),
    )
    .optional(),
  /**
   * 'clock': the device clock is wrong by offset_ms; 'catching-up': sending old data; 'refused': all its data is
   * refused; 'shared': several units sign in as this device and end each other's connections.
   */
  notices: z.array(
    z.object({
      kind: z.enum(['clock', 'catching-up', 'refused', 'offline', 'shared']),
      text: z.string(),
      since: z.number().nullable(),
    }),
  ),
});
export type LiveDevice = z.infer<typeof LiveDevice>;

/** One notification as sockets and lists send it. */
export const Notification = z.object({
  id: z.number(),
  pk: z.number(),
  forebear_pk: z.number().nullable(),
  date_created: z.iso.datetime(),
  received_at: z.iso.datetime(),
  notification_time: z.iso.datetime(),
  client: z.string(),
  client_id: z.number(),
  location: z.string(),
  location_id: z.number(),
  location_pk: z.number(),
  /** IANA zone of the site, in which the times are displayed. */
  location_timezone: z.string(),
  device: z.string(),
  device_id: z.number(),
  device_pk: z.number(),
  full_sensor_id: z.string().nullable(),
  sensor_id: z.string().nullable(),
  sensor_name: z.string().nullable(),
  event_type: EventType,
  event_type_label: z.string(),
  content: z.string(),
  value: z.number().nullable(),
  is_active: z.boolean(),
  /** Seconds between on and off; null while active, or without an end. */
  duration: z.number().nullable(),
  late: z.boolean(),
  /** Caused during a maintenance test of its sensor: no toast, no sound. */
  test: z.boolean(),
  color: z.string(),
  url: z.string(),
  /** A person must confirm it, even after it has cleared. */
  needs_acknowledgement: z.boolean(),
  /** Held back by a shelf: no message, sound or toast. */
  is_shelved: z.boolean(),
  /** Its sensor is out of service now: no message, sound or toast. */
  is_out_of_service: z.boolean(),
  /** Decided when it began; null for events that do not begin a condition. */
  priority: Priority.nullable(),
  /** Minutes within which somebody must respond; null: not set. */
  respond_within_minutes: z.number().nullable(),
  /** The incident that the alarm is part of; null: none, or not computed yet. */
  incident: z.number().nullable(),
  /** It is the first alarm of its incident. */
  is_first_out: z.boolean(),
  /** Of the first alarm of an incident: its size, and how certain the order is. */
  first_out: z
    .object({
      size: z.number(),
      /** From the first to the last beginning. */
      seconds: z.number(),
      /** Distance to the nearest alarm that may have been first; null: the order is certain. */
      uncertain_seconds: z.number().nullable(),
      /** It was received after another alarm that had been the first. */
      is_late: z.boolean(),
    })
    .nullable(),
  acknowledged: z.object({ by: z.string(), at: z.iso.datetime(), comment: z.string() }).nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** A message of the notification socket: 1 to 100 notifications of one device, and the person's active count. */
export const NotificationMessage = z.object({
  notifications: z.array(Notification).max(100),
  device: z.string(),
  location: z.string(),
  count: z.number(),
  /** True: known events with changed facts (an acknowledgement, a place in an incident), and no new one. */
  is_update: z.boolean().optional(),
});
export type NotificationMessage = z.infer<typeof NotificationMessage>;
