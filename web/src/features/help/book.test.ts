// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeRouter } from '../../app/routes.tsx';
import { helpFor, pages } from './book.ts';
import { blocks, linksOf } from './markdown.ts';

const folder = join(import.meta.dirname, '../../../../docs/users');
const files = readdirSync(folder).sort();
const sourceOf = (slug: string): string => readFileSync(join(folder, `${slug}.md`), 'utf8');
const routes = Object.keys(makeRouter(new QueryClient()).routesByPath).map(
  (path) => path.replace(/(.)\/$/, '$1') || '/',
);

test('every screen has a help page, and every help page has a screen', () => {
  const screens = pages.flatMap((page) => page.screens);
  expect([...screens].sort()).toEqual([...new Set(routes)].sort());
});

test('every help page has its file with its title, and every file is in the contents', () => {
  expect(pages.map(({ slug }) => `${slug}.md`).sort()).toEqual(files);
  for (const { slug, title } of pages) expect(sourceOf(slug).split('\n')[0], slug).toBe(`# ${title}`);
});

test('every link of a help page leads to a help page', () => {
  for (const { slug } of pages) for (const to of linksOf(sourceOf(slug))) expect(files, `${slug}: ${to}`).toContain(to);
});

test('a help page is short and uses only supported Markdown', () => {
  for (const { slug } of pages) {
    const source = sourceOf(slug);
    expect(source.split(/\s+/).length, slug).toBeLessThan(400);
    const text = JSON.stringify(blocks(source));
    expect(text, slug).not.toMatch(/<\/?[a-z]+|\*\*|###|\]\(/);
  }
});

test.each([
  ['/dashboard', 'dashboard'],
  ['/sites/edit/12', 'sites'],
  ['/sites/edit/12/walls', 'wall'],
  ['/clients/add/client', 'clients'],
  ['/devices/edit/device/7/connect', 'connect'],
  ['/dashboard/historical/2026-01-02&03:04', 'history'],
  ['/visual-dashboard/site/1/schemas/new', 'plant-editor'],
  ['/visual-dashboard/site/1/schemas', 'plant'],
  ['/nowhere', 'start'],
])('%s is helped by %s', (path, slug) => {
  expect(helpFor(path)).toBe(slug);
});
