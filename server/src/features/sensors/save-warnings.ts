import type { WarningRow } from '@tocsin/contract/sensors';
import { refuseOlder } from '../../access/api-versions.ts';
import { about } from './about.ts';
import { checkPlan } from './check-plan.ts';
import { listed } from './list.ts';
import type { Save } from './save.ts';
import { countWarningsSave, lockVersions, rulesOf, sensorList, writeRules } from './store.ts';
import { auditedRule, planRules, settleRows } from './warnings.ts';

/** Replaces the rules of a device; refuses an outdated version with 409. */
export async function saveWarnings(
  { trx, note, device, now }: Save,
  body: { readonly results: readonly WarningRow[]; readonly version?: number | undefined },
): Promise<void> {
  const id = device.deviceId;
  const { warnings_version } = await lockVersions(trx, id);
  const stored = await rulesOf(trx, id);
  await refuseOlder(body.version, warnings_version, async () => ({ version: warnings_version, results: stored }));
  const rows = settleRows(listed(await sensorList(trx, id)), id, body.results, stored);
  const plan = planRules(stored, rows);
  await checkPlan(trx, id, stored, plan);
  await writeRules(trx, id, plan, now);
  await countWarningsSave(trx, id);
  const fresh = plan.isChange ? await rulesOf(trx, id) : [];
  note({
    ...about(device),
    action: 'change warnings',
    old: plan.isChange ? { warnings: stored.map(auditedRule) } : {},
    new: plan.isChange ? { warnings: fresh.map(auditedRule) } : {},
  });
}
