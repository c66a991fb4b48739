import { z } from 'zod';
import { PartId } from './ids.ts';
import { SensorKind } from './layout.ts';
import { limits } from './limits.ts';

/**
 * Messages of devices in the JSON convention. The schemas contain only what decides whether a message is accepted: a
 * single bad value never refuses its frame, so values are `unknown`. The server's decoders are hand-written for speed;
 * a property test compares them with these schemas.
 */

/** Unix ms, up to the maximum of a Date. */
export const FrameTs = z.number().min(0).max(8.64e15);

/** An optional integer; anything else counts as absent, since it is not worth losing a frame. */
const count = z.int().min(0).optional().catch(undefined);
const text = z.string().optional().catch(undefined);

const BirthSensor = z.looseObject({
  id: PartId,
  name: text,
  type: SensorKind,
  unit: text,
  states: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const BirthGroup = z.looseObject({
  id: PartId,
  name: text,
  meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
  sensors: z.array(BirthSensor),
});

/** A birth: the complete list of sensors. Invalid optional fields are dropped, not refused. */
export const BirthMessage = z
  .looseObject({
    ts: FrameTs,
    version: text,
    boot: count,
    uptime_s: z.number().min(0).optional().catch(undefined),
    rbe: z.boolean().optional().catch(undefined),
    groups: z.array(BirthGroup),
  })
  .superRefine((birth, context) => {
    const groups = new Set<string>();
    let sensors = 0;
    for (const group of birth.groups) {
      if (groups.has(group.id)) context.addIssue({ code: 'custom', message: `group ${group.id} is listed twice` });
      groups.add(group.id);
      const ids = new Set(group.sensors.map((sensor) => sensor.id));
      if (ids.size < group.sensors.length)
        context.addIssue({ code: 'custom', message: `a sensor of group ${group.id} is listed twice` });
      sensors += group.sensors.length;
    }
    if (sensors > limits.sensorsPerDevice)
      context.addIssue({ code: 'custom', message: `more than ${limits.sensorsPerDevice} sensors` });
  });

/** Announces that the device ends; `ts` is the device's time. */
export const DeathMessage = z.looseObject({ ts: FrameTs });

/** A data message of a device whose birth listed `sensors` sensors, in map form or compact form. */
export function DataMessage(sensors: number) {
  const index = z
    .int()
    .min(0)
    .max(sensors - 1);
  const key = z.string().refine((name) => /^(0|[1-9]\d{0,3})$/.test(name) && Number(name) < sensors);
  const head = { ts: FrameTs, seq: count, boot: count, historical: z.boolean().optional().catch(undefined) };
  const texts = z.record(key, z.unknown()).optional();
  const compact = z.looseObject({
    ...head,
    v: z.array(z.unknown()).length(sensors),
    alarm: z.array(index).optional(),
    state: texts,
    status: texts,
  });
  const map = z.looseObject({
    ...head,
    v: z.undefined().optional(),
    values: z
      .record(z.string(), z.unknown())
      .refine((values) => Object.keys(values).length <= limits.sensorsPerDevice, 'too many values'),
  });
  return z.union([compact, map]);
}

/** Bodies of the HTTP adapter in the OpenAPI document, independent of a device's sensors. */
const describedHead = {
  ts: FrameTs.describe("Unix milliseconds of the device's clock"),
  seq: z.int().min(0).optional().describe('Counts the frames of a boot; without it the content tells duplicates'),
  boot: z.int().min(0).optional().describe('Counts the starts of the device'),
  historical: z.boolean().optional().describe('Stored by the device while it could not send'),
};
const describedIndex = z
  .int()
  .min(0)
  .max(limits.sensorsPerDevice - 1);
const CompactFrame = z
  .looseObject({
    ...describedHead,
    v: z.array(z.unknown()).max(limits.sensorsPerDevice).describe("Values in the order of the birth's sensors"),
    alarm: z.array(describedIndex).optional().describe('Indexes of the sensors in alarm; all others are not'),
    state: z.record(z.string(), z.unknown()).optional().describe('State texts by index'),
    status: z.record(z.string(), z.unknown()).optional().describe('Status texts by index'),
  })
  .describe('A whole frame');
const ValuesFrame = z
  .looseObject({
    ...describedHead,
    values: z
      .record(z.string(), z.unknown())
      .describe('By `groupId.sensorId`: a number, or an object of value, alarm, status and state'),
  })
  .describe('A frame of what changed; a sensor that is left out is unchanged');
const AnyFrame = z.union([CompactFrame, ValuesFrame]);
export const DataBody = z.union([AnyFrame, z.array(AnyFrame).max(limits.framesPerPost)]);
export const DeathBody = z.looseObject({ ts: describedHead.ts });

/** What a payload map reads: any JSON of at most 256 KiB. */
export const MappedBody = z.unknown();
/** The reply to a gateway: `unknown` counts messages of senders that are no device yet. */
export const GatewayAnswer = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  rejected_values: z.number(),
  unknown: z.number(),
  /** The message waits until somebody adds its sender. */
  waiting: z.boolean().optional(),
  notice: z.string().optional(),
});
export type GatewayAnswer = z.infer<typeof GatewayAnswer>;

/** The reply of the HTTP adapter, sent once everything in the request is stored. */
export const IngestAnswer = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  rejected_values: z.number(),
  /** Number of refused frames of the request, with the reason of the first. Absent when there are none. */
  refused_frames: z.number().optional(),
  refused_reason: z.string().optional(),
  /** What the sender probably does wrong, though it was taken: a birth whose `ts` is in seconds. */
  notice: z.string().optional(),
});
export type IngestAnswer = z.infer<typeof IngestAnswer>;
