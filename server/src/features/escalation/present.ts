import type { Policy, PolicyValues } from '@tocsin/contract/escalation';
import { SiteId } from '@tocsin/contract/ids';
import { testDueAfterDays } from '@tocsin/contract/policy-tests';
import { priorityOfLevel } from '@tocsin/contract/priority';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal.ts';
import type { StoredTarget } from '../../notify/index.ts';
import type { EscalationDependencies } from './dependencies.ts';
import { servedOf } from './loader.ts';
import type { PolicyRow } from './store.ts';
import { testedOf } from './store-policy-tests.ts';

const dayMs = 86_400_000;

/** A stored policy as the values that its form has. */
export const valuesOf = (row: PolicyRow): PolicyValues => ({
  title: row.title,
  event_types: [...row.event_types],
  least_priority: priorityOfLevel(row.least_priority) ?? 'low',
  devices: row.device_ids && [...row.device_ids],
  steps: row.steps.map(({ after_minutes, everybody, targets }) => ({
    after_minutes,
    everybody,
    targets: targets.map(({ kind, id }) => ({ kind, id })),
  })),
  repeats: row.repeats,
  repeat_after_minutes: row.repeat_after_minutes,
  goes_on_after_clearing: row.goes_on_after_clearing,
});

/** Policies as replies show them, with the gaps of their targets and what the reader may do. */
export async function presentPolicies(
  rows: readonly PolicyRow[],
  who: Principal,
  { db, clock, rosterOf, rotationsOf, webhooksOf }: EscalationDependencies,
): Promise<Policy[]> {
  const targets = rows.flatMap((row) => row.steps.flatMap((step) => step.targets));
  const idsOf = (kind: StoredTarget['kind']) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const [roster, usable, webhooks, tested] = await Promise.all([
    rosterOf(idsOf('person')),
    rotationsOf(idsOf('rotation')),
    webhooksOf(idsOf('webhook')),
    testedOf(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const rotations = new Map(usable.map((rotation) => [rotation.id, rotation]));
  return rows.map((row) => {
    const served = servedOf(row);
    const { tested_at: testedAt = null, running = null } = tested.get(row.id) ?? {};
    const presentTarget = (target: StoredTarget) => {
      if (target.kind === 'person') return { ...roster.personOf(target, served), kind: target.kind };
      if (target.kind === 'webhook') {
        const webhook = webhooks.get(target.id);
        const offGap = webhook ? ('deactivated' as const) : ('removed' as const);
        return {
          kind: target.kind,
          id: target.id,
          name: webhook?.title ?? target.name,
          gap: webhook?.isActive ? null : offGap,
        };
      }
      const rotation = rotations.get(target.id);
      const gap = rotation ? null : ('removed' as const);
      return { kind: target.kind, id: target.id, name: rotation?.title ?? target.name, gap };
    };
    return {
      ...valuesOf(row),
      id: row.id,
      client: row.client_id,
      location: row.site_id === null ? null : SiteId.parse(row.site_id),
      location_name: row.site_name,
      steps: row.steps.map((step) => ({ ...step, targets: step.targets.map(presentTarget) })),
      version: row.version,
      tested_at: testedAt?.toISOString() ?? null,
      is_test_due: clock.now() - (testedAt ?? row.created_at).getTime() > testDueAfterDays * dayMs,
      running_test: running,
      permissions: permissionsOf('policy', who, served),
    };
  });
}
