import { queryOptions } from '@tanstack/react-query';
import { type ClientProviderState, endpoints as providers } from '@tocsin/contract/client-provider';
import { type ClientSignInPatch, endpoints } from '@tocsin/contract/client-sign-in';
import { endpoints as clients } from '@tocsin/contract/clients';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { call } from '../../api/call.ts';

const fresh = { staleTime: 0, refetchOnWindowFocus: false } as const;

export const clientNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: ({ signal }) => call(clients.one, { params: { id }, signal }),
    ...fresh,
  });
export const signInQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'sign-in', id],
    queryFn: ({ signal }) => call(endpoints.one, { params: { id }, signal }),
    ...fresh,
  });
export const changeSignIn = (id: number, body: ClientSignInPatch) => call(endpoints.change, { params: { id }, body });

/** Adds a version, which the form needs even before there is a provider. */
const withVersion = (state: ClientProviderState): ClientProviderState & { readonly version: number } => ({
  ...state,
  version: state.provider?.version ?? 0,
});
export const providerQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'provider', id],
    queryFn: ({ signal }) => call(providers.one, { params: { id }, signal }),
    // Selected here, because `useFormDocument` needs the same object at each rendering, and a query caches its result.
    select: withVersion,
    ...fresh,
  });
export const putProvider = (id: number, body: BodyIn<typeof providers.put>) =>
  call(providers.put, { params: { id }, body });
export const removeProvider = (id: number) => call(providers.remove, { params: { id } });
