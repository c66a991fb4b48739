import { z } from 'zod';
import { PartId } from './ids.ts';
import { SensorKind } from './layout.ts';
import { limits } from './limits.ts';

/**
 * What a device may send in the JSON convention (decisions.md 5). Only what decides whether a message is taken at all
 * stands here: a single bad value never refuses its frame, so values are `unknown`. The server's decoders are written
 * by hand for speed; a property test holds them to these schemas.
 */

/** Unix ms. Up to the last moment that a Date can hold. */
export const FrameTs = z.number().min(0).max(8.64e15);

/** An optional whole number; anything else reads as absent, since it is not worth a frame. */
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

/** A birth as a device sends it: its whole list of sensors. What is optional and bad is left out, not refused. */
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

/** That the device goes; `ts` is its own time. */
export const DeathMessage = z.looseObject({ ts: FrameTs });

/** One data message of a device whose birth listed `sensors` sensors: the map form or the compact form. */
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

/** The answer of the HTTP door when all that it says is stored. */
export const IngestAnswer = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  rejected_values: z.number(),
  /** Whole frames of the post that could not be taken, with the reason of the first. Absent when there are none. */
  refused_frames: z.number().optional(),
  refused_reason: z.string().optional(),
});
export type IngestAnswer = z.infer<typeof IngestAnswer>;
