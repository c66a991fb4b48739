import { z } from 'zod';
import { PartId } from './ids.ts';
import { SensorKind } from './layout.ts';
import { line } from './line.ts';
import { longestPath, longestTopic, parsePath, topicProblem } from './payload-map-path.ts';

/**
 * A payload map: what the JSON messages of foreign devices mean, as data. docs/connect.md explains each field with
 * examples.
 */

/** Bounds of a message that a map reads, checked before anything of it is built. */
export const mapLimits = {
  bytes: 256 * 1024,
  /** Mapped values of one moment. */
  values: 1_000,
  kinds: 8,
  entries: 200,
  /** Lists, objects and values that the paths of a map may look at in one message. */
  looks: 20_000,
  /** Readings of all moments of a message, as values of whole frames. */
  frameValues: 200_000,
  samples: 20,
} as const;

const path = line()
  .max(longestPath)
  .superRefine((text, context) => {
    const parsed = parsePath(text);
    if ('problem' in parsed)
      context.addIssue({ code: 'custom', message: `${parsed.problem}, at character ${parsed.at + 1}` });
  });

/** A path without `*`. */
const single = path.refine((text) => {
  const parsed = parsePath(text);
  return 'problem' in parsed || parsed.every((step) => step.kind !== 'each');
}, '* is not allowed here');

const word = z.union([z.boolean(), z.number(), line().max(60)]);

/** A zone of the time zone database. */
const zone = line()
  .max(60)
  .refine((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return true;
    } catch {
      return false;
    }
  }, 'Not a time zone');

export const timeUnits = ['ms', 's', 'us', 'ns', 'iso'] as const;

/** One value, or with `*` in `each` or `path` one for each key or element. */
export const PayloadValue = z
  .strictObject({
    /** The elements that hold a value each; `path` and the others are then paths inside an element. */
    each: path.optional(),
    path,
    /**
     * Path to the name of an element, or `{topic}`: what `+` and `#` of the topic stand for, and without a topic filter
     * the last level. Else the last `*` names.
     */
    key: z.union([z.literal('{topic}'), single]).optional(),
    group: PartId,
    group_name: line().min(1).max(60).optional(),
    /** `{key}`: made from the key of each element, always the same for the same key. */
    id: z.union([PartId, z.literal('{key}')]),
    /** May hold `{key}`. */
    name: line().min(1).max(60),
    /** 'auto', with `{key}`: what the first value of a key is. */
    type: z.union([SensorKind, z.literal('auto')]),
    unit: line().max(60).default(''),
    /** displayed = scale * sent + offset. */
    scale: z.number().default(1),
    offset: z.number().default(0),
    /** Texts of what is sent: of whole numbers, or of words. */
    states: z.record(z.string().max(60), line().max(60)).default({}),
    /** What the sender itself calls an alarm: one of these words or codes, at `path`, or where the value is. */
    alarm: z.strictObject({ path: single.optional(), when: z.array(word).min(1).max(64) }).optional(),
    /** What is sent in place of a value. */
    none: z
      .array(z.union([word, z.null()]))
      .max(16)
      .default([]),
    /** A value whose quality is none of `good` is no value. */
    quality: z.strictObject({ path: single, good: z.array(word).min(1).max(64) }).optional(),
  })
  .superRefine((value, context) => {
    const isMany = value.key !== undefined || [value.each, value.path].some((text) => text?.includes('*'));
    const isNamed = value.id === '{key}';
    if (isMany !== isNamed)
      context.addIssue({ code: 'custom', path: ['id'], message: '{key} belongs to * or key, and these to {key}' });
    if (value.each !== undefined && value.path.includes('*'))
      context.addIssue({ code: 'custom', path: ['path'], message: '* belongs to each' });
    if (value.type === 'auto' && !isNamed)
      context.addIssue({ code: 'custom', path: ['type'], message: 'auto belongs to {key}' });
    if (Object.keys(value.states).length > 64)
      context.addIssue({ code: 'custom', path: ['states'], message: 'More than 64 states' });
  });
export type PayloadValue = z.infer<typeof PayloadValue>;

/** One kind of message. Kinds are tried in order; the first that reads a value counts. */
export const PayloadKind = z.strictObject({
  /** Topics of MQTT, with `{udf}` or `{id}` where the device is named; absent: HTTP, and topics of other maps that lead to the device. */
  topic: line()
    .max(longestTopic)
    .superRefine((text, context) => {
      const problem = topicProblem(text);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .optional(),
  /** Path to the sender's id (a DevEUI, a name) or UDF ID, for messages of a gateway. */
  device: single.optional(),
  /** Absent: the moment of arrival. */
  time: z.strictObject({ path: single, unit: z.enum(timeUnits) }).optional(),
  /** The elements that are a moment each, with its time and values; absent: the message is one. */
  moments: path.optional(),
  values: z.array(PayloadValue).min(1).max(mapLimits.entries),
});
export type PayloadKind = z.infer<typeof PayloadKind>;

export const PayloadMap = z
  .strictObject({
    name: line().min(1).max(60),
    about: z.string().max(2_000).default(''),
    /** Of times without an offset. */
    zone: zone.optional(),
    /** How often its devices send, until five gaps were measured. */
    report_interval_s: z.number().int().min(1).max(86_400).optional(),
    /** What a sensor that is not in a message has: its last value with its age, or none. */
    missing: z.enum(['keep', 'none']).default('keep'),
    kinds: z.array(PayloadKind).min(1).max(mapLimits.kinds),
  })
  .superRefine((map, context) => {
    const paths = new Set<string>();
    map.kinds.forEach((kind, k) => {
      const own = new Set<string>();
      kind.values.forEach((value, v) => {
        if (value.id === '{key}') return;
        const sensor = `${value.group}.${value.id}`;
        paths.add(sensor);
        if (own.has(sensor))
          context.addIssue({
            code: 'custom',
            path: ['kinds', k, 'values', v, 'id'],
            message: `${sensor} is there twice`,
          });
        own.add(sensor);
      });
    });
    if (paths.size > mapLimits.values)
      context.addIssue({ code: 'custom', path: ['kinds'], message: `More than ${mapLimits.values} sensors` });
  });
export type PayloadMap = z.infer<typeof PayloadMap>;
