import { mergeResponse, noResponse, type ResponseFields, type ResponseInput } from '@tocsin/contract/responses';
import { degrees } from '@tocsin/contract/sensors';
import { ruleSummary } from '@tocsin/contract/texts/warning-rules';
import type { Db } from '../../platform/db.ts';
import { shownSensorsOf } from './present.ts';
import { inWords } from './rule-words.ts';
import { rulesOf } from './store.ts';
import { sensorResponses } from './store-responses.ts';

/** The fields that a change sets, with their old and new values, for the audit trail. */
export function changedFields(
  before: ResponseFields,
  sent: ResponseInput,
): { readonly after: ResponseFields; readonly old: Record<string, unknown>; readonly fresh: Record<string, unknown> } {
  const after = mergeResponse(before, sent);
  const fields = ['priority', 'likely_cause', 'consequence', 'what_to_do', 'respond_within_minutes'] as const;
  const changed = fields.filter((field) => before[field] !== after[field]);
  return {
    after,
    old: Object.fromEntries(changed.map((field) => [field, before[field]])),
    fresh: Object.fromEntries(changed.map((field) => [field, after[field]])),
  };
}

/** A rule with its own response fields, in words. */
interface ListedRule extends ResponseFields {
  readonly id: number;
  /** 'Above 65 °C for 60 s'. */
  readonly text: string;
}
/** A sensor with its own response fields and its rules. */
export interface SensorAndRules extends ResponseFields {
  readonly path: string;
  readonly name: string;
  readonly groupName: string;
  readonly isKnown: boolean;
  readonly isTemperature: boolean;
  readonly rules: readonly ListedRule[];
}

/** The sensors of a device with what is set for them and for their rules, also those no longer listed and `more`. */
export async function sensorsAndRules(
  db: Db,
  deviceId: number,
  more: Iterable<string> = [],
): Promise<SensorAndRules[]> {
  const sensors = await shownSensorsOf(db, deviceId);
  const responses = (await sensorResponses(db, [deviceId])).get(deviceId) ?? new Map<string, ResponseFields>();
  const rules = Map.groupBy(await rulesOf(db, deviceId), (rule) => rule.path);
  const nameOf = (path: string): string => sensors.get(path)?.shownName ?? path;
  const gone = [...new Set([...responses.keys(), ...rules.keys(), ...more])]
    .filter((path) => !sensors.has(path))
    .sort();
  return [...sensors.keys(), ...gone].map((path) => {
    const sensor = sensors.get(path);
    return {
      ...(responses.get(path) ?? noResponse),
      path,
      name: nameOf(path),
      groupName: sensor?.groupName ?? '',
      isKnown: sensor !== undefined,
      isTemperature: degrees.some((unit) => unit === sensor?.shownUnit),
      rules: (rules.get(path) ?? []).map((rule) => ({
        id: rule.id,
        text: ruleSummary(inWords(rule, sensors)),
        priority: rule.priority,
        likely_cause: rule.likely_cause,
        consequence: rule.consequence,
        what_to_do: rule.what_to_do,
        respond_within_minutes: rule.respond_within_minutes,
      })),
    };
  });
}
