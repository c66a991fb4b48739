// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { countQuery, showInMenu } from './queries.ts';

it('lets the menu show what the page has counted, once the menu has a count of that client', () => {
  const queries = new QueryClient();
  const { queryKey } = countQuery(7);
  showInMenu(queries, 7, 13);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
  queries.setQueryData(queryKey, { count: 20, needs_somebody: 17, by_device: [] });
  showInMenu(queries, 7, 13);
  expect(queries.getQueryData(queryKey)).toEqual({ count: 20, needs_somebody: 13, by_device: [] });
});
