import { endpoints } from '@tocsin/contract/accounts';
import { SiteId } from '@tocsin/contract/ids';
import { canEdit } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { loadPerson, loadSite } from '../../access/store.ts';
import { endSession, insertWall, sessionLife } from '../../access/store-sessions.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { type AccountsDependencies, day } from './dependencies.ts';
import { isTokenOf, linkIdOf, newNonce, tokenOfLink } from './links.ts';
import { findLink, insertLink, takeLink } from './store-links.ts';
import { findWall, listWalls, siteOf } from './store-sessions.ts';

/** Routes for wall displays: a link created by a person who can edit the site opens a view-only session. */
export const addWallRoutes = (api: Api, dependencies: AccountsDependencies): void => {
  const { db, clock, encryption } = dependencies;
  const now = () => new Date(clock.now());

  route(api, endpoints.wallDisplays, async ({ subject }) => {
    const rows = await listWalls(db, subject.siteId, clock.now());
    const results = rows.map((row) => ({
      id: row.id,
      location: subject.siteId,
      address: row.address,
      agent: row.agent,
      made_by: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      created_at: row.created_at.toISOString(),
      used_at: row.used_at.toISOString(),
      ends_at: new Date(row.created_at.getTime() + sessionLife.wallMs).toISOString(),
    }));
    return { count: results.length, results };
  });

  const aboutSite = async (siteId: number) => {
    const site = await siteOf(db, siteId);
    return {
      subject: 'wall display',
      subjectId: siteId,
      subjectName: site?.title ?? '',
      siteId,
      clientId: site?.client_id ?? null,
    };
  };

  route(api, endpoints.makeWallLink, async (call) => {
    const { who, subject } = call;
    const about = await aboutSite(subject.siteId);
    const expires_at = new Date(clock.now() + day);
    const link = await recorded(db, byCall(call), async (trx, note) => {
      const fresh = { kind: 'wall', nonce: newNonce(), user_id: who.userId, site_id: subject.siteId } as const;
      const row = await insertLink(trx, { ...fresh, created_at: now(), expires_at });
      note({ action: 'create link', ...about, old: null, new: { expires_at: expires_at.toISOString() } });
      return row;
    });
    // In the URL fragment, which is sent to no server and appears in no log.
    return {
      link: `${dependencies.publicUrl}/wall#${tokenOfLink(encryption, link)}`,
      expires_at: expires_at.toISOString(),
    };
  });

  route(api, endpoints.endWallDisplay, async (call) => {
    const { subject, params } = call;
    const wall = orNotFound(await findWall(db, subject.siteId, params.session, clock.now()));
    const about = await aboutSite(subject.siteId);
    await recorded(db, byCall(call), async (trx, note) => {
      await endSession(trx, wall.id, now());
      note({ action: 'end', ...about, old: { session: wall.id, address: wall.address }, new: null });
    });
  });

  route(api, endpoints.openWallDisplay, async ({ body, address, request }) => {
    const invalid = () => new Refusal('not-found', 'The link is invalid, possibly because it has already been used.');
    const id = linkIdOf(body.token);
    const link = id === undefined ? undefined : await findLink(db, id, now());
    if (link?.kind !== 'wall' || link.user_id === null || link.site_id === null) throw invalid();
    if (!isTokenOf(encryption, body.token, link)) throw invalid();
    const [maker, site] = [await loadPerson(db, link.user_id), await loadSite(db, link.site_id)];
    if (!maker || !site || !canEdit(maker, site)) throw invalid();
    const about = await aboutSite(site.siteId);
    const token = newToken();
    await recorded(db, { userId: null, name: 'Wall display', address }, async (trx, note) => {
      if (!(await takeLink(trx, link.id, now()))) throw invalid();
      const agent = request.headers['user-agent'] ?? '';
      const siteId = SiteId.parse(site.siteId);
      await insertWall(trx, { tokenHash: hashToken(token), siteId, madeBy: maker.userId, address, agent, at: now() });
      note({ action: 'open', ...about, old: null, new: { address } });
    });
    return { token };
  });
};
