import type { ProposedWarnings } from '@tocsin/contract/sensors';
import { ruleSentence } from '@tocsin/contract/texts/warning-rules';
import type { Principal } from '../../access/principal.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { listed, type ShownSensor } from './list.ts';
import { shownSensorsOf } from './present.ts';
import { inWords } from './rule-words.ts';
import { rulesOf, sensorList, versionsOf } from './store.ts';
import { openProposal } from './store-proposals.ts';
import { planRules, type RulePlan, type SettledRow, type StoredRule, settleRows } from './warnings.ts';

/** The change of a device's rules that waits for another person, in sentences. */
export async function presentProposal(db: Db, deviceId: number, who: Principal): Promise<ProposedWarnings | null> {
  const proposal = await openProposal(db, deviceId);
  if (!proposal) return null;
  const [sensors, stored] = [await shownSensorsOf(db, deviceId), await rulesOf(db, deviceId)];
  const { warnings_version } = await versionsOf(db, deviceId);
  const named = listed(await sensorList(db, deviceId));
  const plan = planFor(stored, () => settleRows(named, deviceId, proposal.results, stored));
  const sentence = (rule: Omit<StoredRule, 'id'>): string => sentenceOf(rule, sensors);
  return {
    id: proposal.id,
    by: proposal.user_name,
    at: new Date(proposal.at).toISOString(),
    reason: proposal.reason,
    is_own: who.kind === 'person' && who.userId === proposal.user_id,
    is_outdated: plan === null || warnings_version !== proposal.version,
    removed: stored.filter((rule) => plan?.remove.includes(rule.id)).map(sentence),
    added: plan?.add.map(sentence) ?? [],
  };
}

/** What the rows would change; null if one names a sensor that the device no longer has. */
function planFor(stored: readonly StoredRule[], settle: () => readonly SettledRow[]): RulePlan | null {
  try {
    return planRules(stored, settle());
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const sentenceOf = (rule: Omit<StoredRule, 'id'>, sensors: ReadonlyMap<string, ShownSensor>): string =>
  ruleSentence(sensors.get(rule.path)?.shownName ?? rule.path, inWords(rule, sensors));
