import { ruleSentence } from '@tocsin/contract/texts/warning-rules';
import type { ManagersOfSite } from '../../access/accounts.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { Failures } from '../../platform/each.ts';
import type { Log } from '../../platform/log.ts';
import { hasOtherUnit, withUnits } from './conditions.ts';
import { mailOtherUnits } from './mail-about-rules.ts';
import { shownSensorsOf } from './present.ts';
import { inWords } from './rule-words.ts';
import { rulesOf } from './store.ts';
import { writeConverted } from './store-conditions.ts';
import { devicesToCompare, lockCompared, writeCompared } from './store-units.ts';

export const unitTask = 'rule-units';
const pageSize = 100;

export interface UnitDependencies extends DbAndClock {
  readonly log: Log;
  readonly publicUrl: string;
  readonly managersOf: ManagersOfSite;
}

/**
 * Compares the units of rules with those of their sensors wherever a device has another layout or a sensor another
 * setting, and mails the managers of the site once about rules that cannot be evaluated any more. The mark and the mails
 * are one transaction, so that none is doubled after a kill.
 */
export const createUnitJob =
  (dependencies: UnitDependencies): (() => Promise<void>) =>
  async () => {
    const { db, log } = dependencies;
    const failures = new Failures('device', log);
    for (let after = 0; ; ) {
      const ids = await devicesToCompare(db, after, pageSize);
      for (const id of ids)
        await failures.catch(id, () => db.transaction().execute((trx) => compareUnits(dependencies, trx, id)));
      const last = ids.at(-1);
      if (last === undefined || ids.length < pageSize) break;
      after = last;
    }
    failures.throwAny();
  };

async function compareUnits({ clock, publicUrl, managersOf }: UnitDependencies, trx: Trx, id: number): Promise<void> {
  const device = await lockCompared(trx, id);
  if (!device) return;
  const sensors = await shownSensorsOf(trx, id);
  const rules = await rulesOf(trx, id);
  // A sensor that was not listed when its rule was made is listed now.
  const unnamed = rules.filter((rule) => rule.unit === null && sensors.has(rule.path));
  await writeConverted(
    trx,
    unnamed.map((rule) => withUnits(rule, sensors)),
  );
  const others = rules.filter((rule) => hasOtherUnit(rule, sensors));
  await writeCompared(
    trx,
    id,
    others.map((rule) => rule.id),
  );
  const fresh = others.filter((rule) => !device.known.includes(rule.id));
  if (fresh.length === 0) return;
  const sentences = fresh.map((rule) =>
    ruleSentence(sensors.get(rule.path)?.shownName ?? rule.path, inWords(rule, sensors)),
  );
  const readers = await managersOf(trx, device.siteId);
  const about = { readers, now: clock.now(), publicUrl };
  await mailOtherUnits(trx, { deviceId: id, siteId: device.siteId, clientId: device.clientId }, sentences, about);
}
