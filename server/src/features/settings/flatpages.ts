import { endpoints, type FlatPage } from '@tocsin/contract/settings';
import { refuseOlder } from '../../access/api-versions.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { cleanHtml } from './html.ts';
import { deletePage, insertPage, isSlugTaken, listPages, lockPage, type PageRow, updatePage } from './store.ts';

const slugTaken = 'Another page has this slug';

const present = ({ id, title, slug, content, position: order, version }: PageRow): FlatPage => ({
  id,
  title,
  slug,
  content,
  order,
  version,
});

/** 'Terms of Use' becomes 'terms-of-use'. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '') || 'page';

export const addFlatPageRoutes = (api: Api, { db, clock }: { readonly db: Db; readonly clock: Clock }): void => {
  const page = (all: readonly PageRow[], { limit, offset }: { limit: number; offset: number }) => ({
    count: all.length,
    results: all.slice(offset, offset + limit).map(present),
  });

  route(api, endpoints.flatPages, async ({ query }) => page(await listPages(db), query));

  route(api, endpoints.readFlatPages, async ({ query }) => {
    const all = await listPages(db);
    return page(query.slug === undefined ? all : all.filter((one) => one.slug === query.slug), query);
  });

  route(api, endpoints.addFlatPage, async (call) => {
    const { title, slug = slugOf(title), content, order: position } = call.body;
    const row = await recorded(db, byCall(call), async (trx, note) => {
      if (await isSlugTaken(trx, slug, null)) throw badField('slug', slugTaken);
      const values = { title, slug, content: cleanHtml(content), position };
      const created = await insertPage(trx, values, new Date(clock.now()));
      note({ ...about(created), action: 'create', old: null, new: values });
      return created;
    });
    return present(row);
  });

  route(api, endpoints.changeFlatPage, async (call) => {
    const { version, order, content, ...patch } = call.body;
    const row = await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockPage(trx, call.params.id);
      if (!before) throw new Refusal('not-found');
      await refuseOlder(version, before.version, async () => present(before));
      const was = { title: before.title, slug: before.slug, content: before.content, position: before.position };
      const is = {
        title: patch.title ?? was.title,
        slug: patch.slug ?? was.slug,
        content: content === undefined ? was.content : cleanHtml(content),
        position: order ?? was.position,
      };
      if (await isSlugTaken(trx, is.slug, before.id)) throw badField('slug', slugTaken);
      const { old, new: fresh } = difference(was, is);
      note({ ...about(before), action: 'change', old, new: fresh });
      return Object.keys(fresh).length > 0 ? await updatePage(trx, before.id, is) : before;
    });
    return present(row);
  });

  route(api, endpoints.removeFlatPage, async (call) => {
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockPage(trx, call.params.id);
      if (!before) throw new Refusal('not-found');
      await deletePage(trx, before.id);
      const { title, slug, content } = before;
      note({ ...about(before), action: 'remove', old: { title, slug, content }, new: null });
    });
    return undefined;
  });
};

const about = (page: PageRow) => ({ subject: 'static page', subjectId: page.id, subjectName: page.title });
