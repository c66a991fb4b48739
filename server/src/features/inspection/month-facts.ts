import type { Db } from '../../platform/db.ts';
import { orNotFound } from '../../platform/errors.ts';
import { testRows } from './gather.ts';
import { findAlarms, findChanges, findSite, findSteps, type Span } from './store.ts';

const iso = (at: number): string => new Date(at).toISOString();
const limits: ReadonlySet<string> = new Set([
  'change warnings',
  'change protection setting',
  'copy settings',
  'roll out template',
  'undo copied settings',
]);
const reasonOf = (changed: unknown): string => {
  const reason = (changed as { readonly reason?: unknown } | null)?.reason;
  return typeof reason === 'string' ? reason : '';
};

/** Tests, alarms and changes of limits of a site in a span, as a certificate lists them. */
export async function monthFacts(db: Db, siteId: number, span: Span) {
  const site = orNotFound(await findSite(db, siteId));
  const [steps, alarms, changes] = await Promise.all([
    findSteps(db, siteId, span),
    findAlarms(db, siteId, span),
    findChanges(db, site, span),
  ]);
  return {
    client: site.company,
    tests: testRows(steps).map(({ first, outcome }) => ({
      at: iso(first.started_at),
      device: first.device_name,
      sensor: first.sensor_name,
      outcome,
      by: first.user_name,
    })),
    alarms: alarms
      .filter((one) => one.type === 'alarm_on' && !one.is_test)
      .map((one) => ({
        at: iso(one.at),
        device: one.device,
        sensor: one.sensor_name,
        what: one.content,
        acknowledged_after: one.acknowledged_at === null ? null : Math.round((one.acknowledged_at - one.at) / 60_000),
        by: one.acknowledged_by,
      })),
    changes: changes
      .filter(({ action }) => limits.has(action))
      .map((one) => ({
        at: iso(one.at),
        by: one.user_name,
        what: `${one.action} ${one.subject_name}`.trim(),
        reason: reasonOf(one.new),
      })),
  };
}
