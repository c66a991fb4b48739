import { endpoints, type Gateway, type UnknownNode } from '@tocsin/contract/gateways';
import { type SiteId, UdfId } from '@tocsin/contract/ids';
import { isManagerOn } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import type { Encryption } from '../../platform/encryption.ts';
import { saltedDigest } from '../../platform/salted-digest.ts';
import { freshPassword, type Gateways, gatewayName, hashPassword } from './credentials.ts';
import { deleteGateway, findGateway, type GatewayRow, namesOfSites, putGateway } from './store.ts';

/** An edge node as seen by the adapters; times in unix ms. */
export interface SeenNode {
  readonly convention: 'sparkplug' | 'json';
  readonly group: string;
  readonly edge: string;
  readonly device: string | null;
  readonly siteId: SiteId | null;
  readonly why: 'unknown' | 'other-site';
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly messages: number;
}

export interface GatewaysDependencies extends DbAndClock {
  readonly encryption: Encryption;
  readonly gateways: Gateways;
  /** Null: an external broker, which knows nothing of these credentials. */
  readonly broker: { readonly host: string; readonly port: number; readonly tlsPort: number | null } | null;
  /** Newest first; the adapters limit the number. */
  readonly unknown: () => readonly SeenNode[];
}

export const addGatewayRoutes = (
  api: Api,
  { db, clock, encryption, gateways, broker, unknown }: GatewaysDependencies,
): void => {
  const mqtt = broker && { host: broker.host, port: broker.port, tls_port: broker.tlsPort };
  const present = (siteId: number, row: GatewayRow | undefined, can_change: boolean): Gateway => ({
    username: gatewayName(siteId),
    exists: row !== undefined,
    made_by: row?.made_by ?? '',
    made_at: row?.made_at.toISOString() ?? null,
    can_change,
    mqtt,
  });

  route(api, endpoints.one, async ({ who, params, subject }) =>
    present(params.id, await findGateway(db, params.id), isManagerOn(who, subject)),
  );

  route(api, endpoints.make, async (call) => {
    const { who, params, subject } = call;
    const password = freshPassword();
    const made_at = new Date(clock.now());
    const made_by = who.kind === 'person' ? who.name : '';
    const { salt: edge_salt, digest: edge_digest } = await saltedDigest(password);
    const password_hash = hashPassword(encryption, params.id, password);
    const row = { site_id: params.id, password_hash, made_by, made_at, edge_salt, edge_digest };
    await recorded(db, byCall(call), async (trx, note) => {
      await putGateway(trx, row);
      note({ ...about(subject), action: 'create', old: null, new: { username: gatewayName(params.id) } });
    });
    gateways.changed(params.id, subject.clientId, row.password_hash);
    return { ...present(params.id, row, true), password };
  });

  route(api, endpoints.remove, async (call) => {
    const { params, subject } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const was = await deleteGateway(trx, params.id);
      note({ ...about(subject), action: 'remove', old: was ? { username: gatewayName(params.id) } : {}, new: {} });
    });
    gateways.changed(params.id, subject.clientId, null);
  });

  route(api, endpoints.unknown, async ({ query: { limit, offset } }) => {
    const all = unknown();
    const page = all.slice(offset, offset + limit);
    const rows = await namesOfSites(
      db,
      page.flatMap((node) => node.siteId ?? []),
    );
    const sites = new Map(rows.map((row) => [row.id, row]));
    return { count: all.length, results: page.map((node) => presentUnknown(node, sites)) };
  });
};

const about = (subject: { readonly siteId: SiteId; readonly clientId: number }) => ({
  subject: 'gateway credential',
  subjectId: subject.siteId,
  subjectName: gatewayName(subject.siteId),
  clientId: subject.clientId,
  siteId: subject.siteId,
});

function presentUnknown(
  node: SeenNode,
  sites: ReadonlyMap<number, { readonly title: string; readonly company: string }>,
): UnknownNode {
  const site = node.siteId === null ? undefined : sites.get(node.siteId);
  const name = node.device ?? node.edge;
  return {
    convention: node.convention,
    group: node.group,
    edge: node.edge,
    device: node.device,
    location: site && node.siteId !== null ? { id: node.siteId, title: site.title, company: site.company } : null,
    why: node.why,
    udf_id: node.why === 'unknown' && UdfId.safeParse(name).success ? name : null,
    messages: node.messages,
    first_seen: new Date(node.firstSeen).toISOString(),
    last_seen: new Date(node.lastSeen).toISOString(),
  };
}
