import { endpoints as exchange } from '@tocsin/contract/edge-exchange';
import { type Edge, endpoints, maxEdges } from '@tocsin/contract/edges';
import { SiteId } from '@tocsin/contract/ids';
import { isManagerOn } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { sameHash } from '../../platform/encryption.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import type { SigningKey } from '../../platform/signing-key.ts';
import { newToken } from '../../platform/tokens.ts';
import { changeEdge, type SetEdge } from './change.ts';
import type { Configurations } from './configuration.ts';
import { type Edges, hashKey } from './edges.ts';
import { presentEdge } from './present.ts';
import { aboutEdge, codeHash, codeLastsMs, wrongCode } from './rules.ts';
import * as store from './store.ts';
import { newestOutages } from './store-outages.ts';

export interface EdgesDependencies extends DbAndClock {
  readonly edges: Edges;
  readonly configurations: Configurations;
  readonly signingKey: Pick<SigningKey, 'publicKey'>;
  readonly setEdge: SetEdge;
  readonly catalogChanged: (scope: { readonly kind: 'site'; readonly id: number }) => Promise<void>;
}

const gapsShownMs = 30 * 86_400_000;

/** Routes of a site's edges, and of their claim. */
export const addEdgeRoutes = (api: Api, dependencies: EdgesDependencies): void => {
  const { db, clock, edges } = dependencies;
  const presentAll = async (rows: readonly store.EdgeRow[]): Promise<Edge[]> => {
    const ids = rows.map(({ id }) => id);
    const since = new Date(clock.now() - gapsShownMs);
    const [devices, gaps, outages] = await Promise.all([
      store.devicesOfEdges(db, ids),
      store.newestGaps(db, ids, since),
      newestOutages(db, ids, since),
    ]);
    return rows.map((row) => presentEdge(row, { devices, gaps, outages }, clock.now()));
  };
  const presentOne = async (siteId: number, id: number): Promise<Edge> => {
    const row = await store.findEdge(db, siteId, id);
    const [edge] = row ? await presentAll([row]) : [];
    if (!edge) throw new Refusal('not-found');
    return edge;
  };
  const freshCode = () => {
    const code = newToken();
    return { code, code_hash: codeHash(code), code_expires_at: new Date(clock.now() + codeLastsMs) };
  };

  route(api, endpoints.list, async ({ who, params, query, subject }) => {
    const [rows, count] = await Promise.all([store.listEdges(db, params.id, query), store.countEdges(db, params.id)]);
    return { count, results: await presentAll(rows), may_change: isManagerOn(who, subject) };
  });

  route(api, endpoints.create, async (call) => {
    const { who, params, body, subject } = call;
    const { code, ...codes } = freshCode();
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if ((await store.countEdges(trx, params.id)) >= maxEdges)
        throw badField('title', `A site has at most ${maxEdges} edges.`);
      const made = { made_by: who.kind === 'person' ? who.name : '', made_at: new Date(clock.now()) };
      const edge = await store.insertEdge(trx, { site_id: params.id, title: body.title, ...codes, ...made });
      note({
        ...aboutEdge({ id: edge, title: body.title }, subject),
        action: 'create',
        old: null,
        new: { title: body.title },
      });
      return edge;
    });
    return { ...(await presentOne(params.id, id)), code };
  });

  route(api, endpoints.change, async (call) => {
    const { params, body, subject } = call;
    await recorded(db, byCall(call), (trx, note) =>
      changeEdge(dependencies.setEdge, trx, note, { ...params, subject }, body),
    );
    dependencies.configurations.changed(params.edge);
    await dependencies.catalogChanged({ kind: 'site', id: params.id });
    return await presentOne(params.id, params.edge);
  });

  route(api, endpoints.code, async (call) => {
    const { params, subject } = call;
    const { code, ...codes } = freshCode();
    await recorded(db, byCall(call), async (trx, note) => {
      const edge = orNotFound(await store.lockEdge(trx, params.id, params.edge));
      await store.updateCode(trx, edge.id, codes.code_hash, codes.code_expires_at);
      note({ ...aboutEdge(edge, subject), action: 'change', old: {}, new: { code: 'made anew' } });
    });
    return { ...(await presentOne(params.id, params.edge)), code };
  });

  route(api, endpoints.remove, async (call) => {
    const { params, subject } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const edge = orNotFound(await store.lockEdge(trx, params.id, params.edge));
      const devices = (await store.devicesOfEdges(trx, [edge.id])).map(({ title }) => title);
      await store.deleteEdge(trx, edge.id);
      note({ ...aboutEdge(edge, subject), action: 'remove', old: { title: edge.title, devices }, new: null });
    });
    edges.removed(params.edge);
    await dependencies.catalogChanged({ kind: 'site', id: params.id });
  });

  route(api, exchange.claim, async (call) => {
    const { code, key } = call.body;
    const edge = await recorded(db, { ...byCall(call), name: 'An edge' }, async (trx, note) => {
      const found = await store.lockByCode(trx, codeHash(code), new Date(clock.now()));
      const isSame = found?.key_hash ? sameHash(found.key_hash, hashKey(key)) : false;
      if (!found || (found.code_used && !isSame)) throw badField('code', wrongCode);
      await store.claimEdge(trx, found.id, hashKey(key), new Date(clock.now()));
      const subject = { siteId: SiteId.parse(found.site_id), clientId: found.client_id };
      note({ ...aboutEdge(found, subject), action: 'change', old: {}, new: isSame ? {} : { key: 'claimed' } });
      return found;
    });
    edges.claimed(edge.id, edge.site_id, hashKey(key));
    const { publicKey: public_key } = dependencies.signingKey;
    return { id: edge.id, title: edge.title, location: edge.site_title, public_key };
  });
};
