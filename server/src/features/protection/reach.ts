import type { ContactKind } from '@tocsin/contract/contact-methods';
import { priorityLevel } from '@tocsin/contract/priority';
import type { Person } from '../../access/principal.ts';
import type { RotationSubject } from '../../access/subject.ts';
import {
  coversDevice,
  type DutyHoldersPort,
  type PolicyRoster,
  type PolicyTerms,
  plannedStep,
  policyIsAbout,
  resolveStep,
  roundPlanOf,
  type SendingRule,
  type TargetWebhooks,
} from '../../notify/index.ts';

/** A device as far as its alarms are concerned. Levels are 1 critical to 4 low. */
export interface ReachDevice {
  readonly id: number;
  readonly site_id: number;
  readonly client_id: number;
  readonly is_suspended: boolean;
  readonly raises_alarms: boolean;
  /** Levels of sensors with a priority of their own, and the highest of each sensor's rules. */
  readonly sensor_levels: Readonly<Record<string, number>>;
  readonly rule_levels: Readonly<Record<string, number>>;
  /** Sensors of a walk test: their alarms reach nobody else. */
  readonly armed: readonly string[];
}

/** What notifies a client's people now. */
export interface ReachSources {
  readonly now: number;
  readonly rules: readonly { readonly rule: SendingRule; readonly owner: Person }[];
  readonly policies: readonly PolicyTerms[];
  readonly people: {
    readonly roster: PolicyRoster;
    readonly holders: DutyHoldersPort;
    readonly webhooks: TargetWebhooks;
  };
  readonly kinds: (userId: number, level: number, at: number) => readonly ContactKind[];
  /** Channels that have failed for everybody, and webhooks that take nothing. */
  readonly failing: { readonly channels: ReadonlySet<'email' | ContactKind>; readonly webhooks: ReadonlySet<number> };
}

/** Who would be reached by an alarm of a priority, by their ids. */
interface Reached {
  readonly rules: readonly number[];
  readonly policies: readonly {
    readonly id: number;
    readonly people: readonly number[];
    readonly webhooks: readonly number[];
  }[];
}
export interface ReachFact {
  readonly device_id: number;
  readonly is_suspended: boolean;
  readonly is_reached: boolean;
  readonly others: readonly string[];
  readonly reached: Readonly<Record<string, Reached>>;
}

/** Level of an alarm without a priority of its own. */
const usualLevel = priorityLevel('high');
/** An e-mail rule that waits does not reach at once. */
const waits = 2;

/**
 * Whether an alarm of each sensor would reach somebody now: at once by an e-mail rule, or by a policy of which every step
 * of the first round finds somebody whom a working channel reaches. Pure.
 */
export function reachOf(device: ReachDevice, sources: ReachSources): ReachFact {
  const byLevel = new Map<number, Reached>();
  const isReached = (level: number): boolean => {
    const known = byLevel.get(level) ?? reachedAt(device, level, sources);
    byLevel.set(level, known);
    return known.rules.length + known.policies.length > 0;
  };
  // Without a rule a device that only warns raises nothing.
  const usual = device.raises_alarms && isReached(usualLevel);
  const levels = device.raises_alarms ? device.sensor_levels : device.rule_levels;
  const armed = new Set(device.armed);
  const others = Object.entries(levels).flatMap(([path, level]) =>
    (!armed.has(path) && isReached(level)) === usual ? [] : [path],
  );
  if (usual) others.push(...device.armed.filter((path) => levels[path] === undefined));
  return {
    device_id: device.id,
    is_suspended: device.is_suspended,
    is_reached: usual,
    others: others.sort(),
    reached: Object.fromEntries(byLevel),
  };
}

function reachedAt(device: ReachDevice, level: number, sources: ReachSources): Reached {
  const { now, rules, policies, failing } = sources;
  const type = device.raises_alarms ? ('alarm_on' as const) : ('warning_on' as const);
  const place = {
    deviceId: device.id,
    clientId: device.client_id,
    siteId: device.site_id,
    suspended: device.is_suspended,
  };
  const mailing = failing.channels.has('email')
    ? []
    : rules.filter(
        ({ rule, owner }) =>
          rule.event_type === (device.raises_alarms ? 'alarm' : 'warning') &&
          rule.contact_when !== waits &&
          coversDevice(rule, owner, place),
      );
  const event = { device_id: device.id, client_id: device.client_id, site_id: device.site_id, type, priority: level };
  const about = policies.filter((policy) => policyIsAbout(policy, { ...event, is_active: true }));
  return {
    rules: mailing.map(({ rule }) => rule.id),
    policies: about.flatMap((policy) => {
      const steps = policy.steps.map((_, step) => stepAt(policy, step, now, { device, level }, sources));
      if (steps.length === 0 || steps.some(({ people, webhooks }) => people.length + webhooks.length === 0)) return [];
      const all = (of: 'people' | 'webhooks') => [...new Set(steps.flatMap((step) => step[of]))].sort((a, b) => a - b);
      return [{ id: policy.id, people: all('people'), webhooks: all('webhooks') }];
    }),
  };
}

/** The people and webhooks of a step that a working channel reaches. */
function stepAt(
  policy: PolicyTerms,
  step: number,
  now: number,
  { device, level }: { readonly device: ReachDevice; readonly level: number },
  { people, kinds, failing }: ReachSources,
): { readonly people: readonly number[]; readonly webhooks: readonly number[] } {
  const at = plannedStep(roundPlanOf(policy), now, step)?.at ?? now;
  const place = { clientId: device.client_id, siteId: device.site_id } as RotationSubject;
  const found = resolveStep(policy.steps[step]?.targets ?? [], at, { place, ...people });
  const isHeard = (id: number): boolean =>
    !failing.channels.has('email') || kinds(id, level, at).some((kind) => !failing.channels.has(kind));
  return {
    people: found.recipients.map(({ id }) => id).filter(isHeard),
    webhooks: found.webhooks.map(({ id }) => id).filter((id) => !failing.webhooks.has(id)),
  };
}
