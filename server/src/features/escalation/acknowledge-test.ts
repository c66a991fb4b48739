import { texts } from '@tocsin/contract/texts/policy-tests';
import { permissionsOf } from '../../access/permissions.ts';
import type { Person } from '../../access/principal.ts';
import { endTest } from '../../notify/index.ts';
import { recorded } from '../../platform/audit.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { servedOf } from './loader.ts';
import { findTest, priorityOfTest } from './store-policy-tests.ts';

/** What a message's page shows of a test; undefined when the person may not see its policy any more. */
export async function testForPerson(db: Db, who: Person, testId: number) {
  const test = await findTest(db, testId);
  if (!test || !permissionsOf('policy', who, servedOf(test)).includes('policy.see')) return undefined;
  const isAcknowledged = test.state === 'acknowledged' && test.ended_by !== null && test.ended_at !== null;
  return {
    shown: {
      what: texts.what(test.title),
      client: test.client_name,
      site: test.site_name ?? texts.everySite,
      device: texts.noDevice,
      sensor: null,
      priority: await priorityOfTest(db, testId),
      at: test.started_at.toISOString(),
      timezone: test.timezone ?? 'UTC',
      is_active: test.ended_at === null,
    },
    acknowledged: isAcknowledged ? { by: test.ended_by ?? '', at: test.ended_at?.toISOString() ?? '' } : null,
  };
}

/** Acknowledges a test for a person who is not signed in. `use` takes the link in the same transaction. */
export async function acknowledgeTest(
  db: Db,
  who: Person,
  request: {
    readonly testId: number;
    readonly comment: string;
    readonly address: string;
    readonly use: (trx: Trx) => Promise<boolean>;
  },
): Promise<void> {
  const by = { userId: who.userId, name: who.name, address: request.address };
  await recorded(db, by, async (trx, note) => {
    const test = await findTest(trx, request.testId);
    const end = { state: 'acknowledged' as const, by: who.name, comment: request.comment };
    const isEnded = test !== undefined && (await endTest(trx, test.id, end, who.userId));
    if (test) await request.use(trx);
    note({
      action: 'acknowledge',
      subject: 'escalation policy',
      ...(test && {
        subjectId: test.policy_id,
        subjectName: test.title,
        clientId: test.client_id,
        siteId: test.site_id,
      }),
      old: {},
      new: isEnded ? { test: 'acknowledged', by: 'link' } : {},
    });
  });
}
