import { ClientId, SiteId } from '@tocsin/contract/ids';
import { expect, test } from 'vitest';
import { selectionOfPage } from './page-selection.ts';

const site = { id: SiteId.parse(4), client: ClientId.parse(2) };

test('a page of another site selects that site and its client, and clears the device', () => {
  expect(selectionOfPage({ client: 1, site: 3, device: 9 }, site)).toEqual({ client: 2, site: 4, device: null });
});

test('a page of the selected site changes nothing', () => {
  const now = { client: 2, site: 4, device: 9 };
  expect(selectionOfPage(now, site)).toBe(now);
});
