// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeRouter } from '../routes.tsx';
import { addressOf, pageNames, pageOf, pages, tabsOf } from './pages.ts';

const selected = { client: 1, site: 2, device: 3 };

test('navigation knows every page of the frame once', () => {
  const router = makeRouter(new QueryClient());
  const inFrame = Object.values(router.routesById).flatMap(({ id, fullPath, parentRoute }) =>
    id !== '/frame' && parentRoute?.id === '/frame' ? [fullPath] : [],
  );
  const known = pageNames.filter((name) => pages[name] !== pages.hours).flatMap((name) => [...pages[name].routes]);
  expect(known.toSorted()).toEqual(inFrame.toSorted());
});

test.each([
  ['/sites/$id/rounds', {}, 'rounds'],
  ['/protection', {}, 'notProtecting'],
  ['/protection', { view: 'hours' }, 'hours'],
  ['/edit/sensor/names', {}, 'names'],
  ['/dashboard/historical/snapshot/$timestamp', {}, 'search'],
  ['/nowhere', {}, undefined],
])('%s with %o is %s', (route, search, name) => {
  expect(pageOf(route, search)).toBe(name);
});

test('a page opens for what is selected, and not without what it needs', () => {
  const { handover, walkTest, editDevice, film, editClient, sites } = pages;
  expect([handover, editDevice, film, editClient, sites].map((page) => addressOf(page, selected))).toEqual([
    '/sites/2/handover',
    '/devices/edit/device/3',
    '/visual-dashboard/site/2/film',
    '/clients/add/client/1',
    '/sites',
  ]);
  const nothing = { client: null, site: null, device: null };
  expect([handover, walkTest, editDevice].map((page) => addressOf(page, nothing))).toEqual([
    null,
    '/maintenance/walk',
    null,
  ]);
});

test('merged pages have their tabs in the order of the specification', () => {
  expect(tabsOf('maintenance')).toEqual(['proofTests', 'walkTest', 'rounds', 'tasks', 'handover']);
  expect(tabsOf('protection')).toEqual(['notProtecting', 'hours', 'shelves', 'outOfService']);
  expect(tabsOf('notify')).toEqual(['overview', 'onCall', 'policies', 'emailRules', 'webhooks', 'methods']);
  expect(tabsOf('sensors')).toEqual(['names', 'images', 'types', 'warnings', 'responses', 'copy']);
  expect(tabsOf('past')).toEqual(['search', 'moment', 'film']);
});
