import { type AlarmRegister, differencesAtMost, endpoints, type RegisterEntry } from '@tocsin/contract/alarm-register';
import type { z } from 'zod';
import { languageOfCaller } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { registerCsv, registerPdf } from './document.ts';
import {
  differencesOf,
  digestOf,
  entriesOf,
  heatOf,
  isMissing,
  type RegisterDevice,
  selected,
  withUnused,
} from './rules.ts';
import { addApproval, conditionsOf, lastApproval, siteOf, unusedSensors } from './store.ts';

export interface AlarmRegisterDependencies extends DbAndClock {
  /** The devices of a site with their sensors, rules and response texts. */
  readonly devicesOf: (db: Db | Trx, siteId: number) => Promise<readonly RegisterDevice[]>;
}

/** Routes of the list of all alarms and rules of a site, and of its approval. */
export const addAlarmRegisterRoutes = (api: Api, { db, clock, ...sources }: AlarmRegisterDependencies): void => {
  const devicesOf = async (on: Db | Trx, siteId: number) => {
    const devices = await sources.devicesOf(on, siteId);
    const ids = devices.map(({ id }) => id);
    return withUnused(devices, await unusedSensors(on, ids));
  };
  const wholeOf = async (siteId: number) => {
    const devices = await devicesOf(db, siteId);
    const entries = entriesOf(devices);
    return { devices, entries, register: await present(db, siteId, entries) };
  };
  const pageOf = async (siteId: number, query: z.infer<typeof endpoints.read.query>): Promise<AlarmRegister> => {
    const { devices, entries, register } = await wholeOf(siteId);
    const ids = query.missing_first ? devices.map(({ id }) => id) : [];
    const found = selected(entries, query, new Map([...heatOf(devices), ...(await conditionsOf(db, ids))]));
    return { ...register, count: found.length, results: found.slice(query.offset, query.offset + query.limit) };
  };

  route(api, endpoints.read, ({ params, query }) => pageOf(params.id, query));

  route(api, endpoints.export, async ({ params, reply }) => {
    reply.header('content-disposition', `attachment; filename="alarm_register_${params.id}.csv"`);
    return registerCsv(entriesOf(await devicesOf(db, params.id)));
  });

  route(api, endpoints.report, async ({ who, params, reply }) => {
    const site = orNotFound(await siteOf(db, params.id));
    const { entries, register } = await wholeOf(params.id);
    reply.header('content-disposition', `attachment; filename="alarm_register_${params.id}.pdf"`);
    return Buffer.from(await registerPdf(site, entries, register, clock.now(), await languageOfCaller(db, who)));
  });

  route(api, endpoints.approve, async (call) => {
    const { who, params, body, subject } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const entries = entriesOf(await devicesOf(trx, params.id));
      const digest = digestOf(entries);
      if (digest !== body.digest) throw new Refusal('conflict', undefined, { body: { current: { digest } } });
      const before = await lastApproval(trx, params.id);
      const at = clock.now();
      await addApproval(trx, params.id, {
        at,
        userId: who.userId,
        user_name: who.name,
        comment: body.comment,
        digest,
        entries,
      });
      note({
        action: 'approve',
        subject: 'alarm register',
        subjectId: params.id,
        clientId: subject.clientId,
        siteId: subject.siteId,
        old: { digest: before?.digest ?? null },
        new: { digest, entries: entries.length, comment: body.comment },
      });
    });
    return await pageOf(params.id, endpoints.read.query.parse({}));
  });
};

async function present(db: Db, siteId: number, entries: readonly RegisterEntry[]): Promise<AlarmRegister> {
  const approval = await lastApproval(db, siteId);
  const differences = approval ? differencesOf(approval.entries, entries) : [];
  return {
    count: entries.length,
    total: entries.length,
    missing_count: entries.filter(isMissing).length,
    results: [],
    digest: digestOf(entries),
    approval: approval
      ? {
          by: approval.user_name,
          at: new Date(approval.at).toISOString(),
          comment: approval.comment,
          digest: approval.digest,
        }
      : null,
    differences: differences.slice(0, differencesAtMost),
    differences_count: differences.length,
  };
}
