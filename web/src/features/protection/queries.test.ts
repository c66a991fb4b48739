// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { protectionCountQuery } from '../../domain/protection-count.ts';
import { showInMenu } from './queries.ts';

it('lets the menu show what the page has counted, once the menu has a count of that client', () => {
  const queries = new QueryClient();
  const { queryKey } = protectionCountQuery(7);
  const list = {
    by_kind: { overdue: 13, disabled: 4 },
    by_design: { disabled: 4 },
    by_site: [{ id: 1, title: 'North', count: 17, needs_somebody: 13 }],
  };
  showInMenu(queries, 7, list);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
  queries.setQueryData(queryKey, { count: 20, needs_somebody: 17, by_kind: {}, by_site: [], by_device: [] });
  showInMenu(queries, 7, list);
  expect(queries.getQueryData(queryKey)).toEqual({
    count: 20,
    needs_somebody: 13,
    by_kind: { overdue: 13 },
    by_site: [{ id: 1, title: 'North', count: 13 }],
    by_device: [],
  });
});
