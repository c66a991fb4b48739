// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { providerQuery } from './queries.ts';

test("a provider's document stays the same object at each rendering, with a version before there is a provider", () => {
  const client = new QueryClient();
  const { queryKey } = providerQuery(7);
  client.setQueryData(queryKey, { provider: null, redirect_uri: 'https://a/return', sign_in_address: 'https://a/7' });
  const observer = new QueryObserver(client, providerQuery(7));
  const render = () => {
    observer.setOptions(providerQuery(7));
    return observer.getCurrentResult().data;
  };
  const first = render();
  expect(first?.version).toBe(0);
  expect(render()).toBe(first);
});
