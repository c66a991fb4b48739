import type { Person } from '../../access/principal.ts';
import { kindsFor, type PeopleOfPolicies, policiesOf, roundPlanOf, rulesFor, usedUpAt } from '../../notify/index.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { type ReachSources, reachOf } from './reach.ts';
import { clientsWithDevices, failingChannels, failingWebhooks, reachDevices, writeFacts } from './store-reach.ts';

export const reachTask = 'protection-reach';
/** Two missed looks end what was known. */
const holdMs = 150_000;

export interface ReachDependencies extends DbAndClock, PeopleOfPolicies {
  readonly log: Log;
  readonly loadPerson: (id: number) => Promise<Person | undefined>;
  /** Whether mails leave the portal at all. */
  readonly sendsMail: boolean;
}

/**
 * Notes, every minute, whether an alarm of each sensor would reach somebody. Protected hours count by these records and
 * never by what is set later.
 */
export const createReach =
  (dependencies: ReachDependencies): (() => Promise<void>) =>
  async () => {
    const { db, clock, log, sendsMail } = dependencies;
    const failures = new Failures('client', log);
    const channels = await failingChannels(db);
    if (!sendsMail) channels.add('email');
    const failing = { channels, webhooks: await failingWebhooks(db) };
    for (const clientId of await clientsWithDevices(db))
      await failures.catch(clientId, () => noteClient(dependencies, clientId, failing, clock.now()));
    failures.throwAny();
  };

async function noteClient(
  dependencies: ReachDependencies,
  clientId: number,
  failing: ReachSources['failing'],
  now: number,
): Promise<void> {
  const { db, loadPerson } = dependencies;
  const [devices, policies, stored] = await Promise.all([
    reachDevices(db, clientId),
    policiesOf(db, clientId),
    rulesFor(db, [clientId], ['alarm', 'warning']),
  ]);
  const owners = new Map(
    await Promise.all(
      [...new Set(stored.map((rule) => rule.user_id))].map(async (id) => [id, await loadPerson(id)] as const),
    ),
  );
  const rules = stored.flatMap((rule) => {
    const owner = owners.get(rule.user_id);
    return owner ? [{ rule, owner }] : [];
  });
  const targets = policies.flatMap((policy) => policy.steps.flatMap((step) => step.targets));
  const idsOf = (kind: (typeof targets)[number]['kind']): number[] =>
    targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const until = Math.max(now, ...policies.map((policy) => usedUpAt(roundPlanOf(policy), now)));
  const holders = await dependencies.holdersOf(idsOf('rotation'), now, until);
  const userIds = [...new Set([...idsOf('person'), ...holders.userIds])];
  const [roster, webhooks, kinds] = await Promise.all([
    dependencies.rosterOf(userIds),
    dependencies.webhooksOf(idsOf('webhook')),
    kindsFor(db, clientId, userIds),
  ]);
  const sources: ReachSources = { now, rules, policies, people: { roster, holders, webhooks }, kinds, failing };
  await writeFacts(
    db,
    devices.map((device) => reachOf(device, sources)),
    now,
    holdMs,
  );
}
