import { Readable } from 'node:stream';
import { type AuditHead, type AuditSettings, endpoints } from '@tocsin/contract/audit';
import { refuseOlder } from '../../access/api-versions.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { checkValue } from './chain.ts';
import { exportChain } from './export.ts';
import * as store from './store-chain.ts';

const presentHead = (head: store.Head): AuditHead => ({
  day: head.day,
  last_row: head.last_seq,
  rows: head.rows,
  value: checkValue(head.hash),
  removed_at: head.removed_at?.toISOString() ?? null,
});

/** Routes of the chain: its settings, its daily heads, and its export. */
export const addChainRoutes = (api: Api, { db, clock }: { readonly db: Db; readonly clock: Clock }): void => {
  const present = async (): Promise<AuditSettings> => {
    const tip = await store.tipOf(db);
    return {
      ...(await store.readAuditSettings(db)),
      sealed_rows: tip?.seq ?? 0,
      unsealed_rows: await store.countUnsealed(db),
    };
  };

  route(api, endpoints.settings, present);

  route(api, endpoints.changeSettings, async (call) => {
    const { version, ...patch } = call.body;
    await recorded(db, byCall(call), async (trx, note) => {
      const { version: stored, ...before } = await store.lockAuditSettings(trx);
      await refuseOlder(version, stored, present);
      const after = { ...before, ...patch };
      const { old, new: fresh } = difference(before, after);
      note({ action: 'change', subject: 'audit log', old, new: fresh });
      if (Object.keys(fresh).length > 0) await store.updateAuditSettings(trx, after);
    });
    return await present();
  });

  route(api, endpoints.heads, async ({ query }) => {
    const { count, rows } = await store.listHeads(db, query);
    return { count, results: rows.map(presentHead) };
  });

  route(api, endpoints.chain, ({ reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="audit-chain.jsonl"')
      .type('application/x-ndjson')
      .send(Readable.from(exportChain(db, new Date(clock.now())))),
  );
};
