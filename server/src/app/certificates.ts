import type { CertificateDependencies } from '../features/certificates/index.ts';
import { monthFacts } from '../features/inspection/index.ts';
import { readLedger } from '../features/maintenance/index.ts';
import { hoursOfMonth, releasedIn } from '../features/protection/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';

/** What certificates are made of, from the features that keep it. */
export const certificateSources = (db: Db, clock: Clock): Pick<CertificateDependencies, 'hoursOf' | 'factsOf'> => ({
  hoursOf: (siteId, month) => hoursOfMonth(db, siteId, month),
  async factsOf(siteId, month) {
    const { span, released } = await releasedIn(db, siteId, month);
    const ledger = await readLedger(db, siteId, Math.min(span.to, clock.now()));
    const due = ledger.filter((row) => row.state !== 'ok' && !row.is_out_of_service);
    return {
      ...(await monthFacts(db, siteId, span)),
      tests_due: due.map((row) => ({ device: row.device, sensor: row.sensor_name, due: row.due })),
      released,
    };
  },
});
