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

/** A form's document needs a version, also before there is a provider. */
const withVersion = (state: ClientProviderState): ClientProviderState & { readonly version: number } => ({
  ...state,
  version: state.provider?.version ?? 0,
});
export const providerQuery = (id: number) =>
  queryOptions({
    queryKey: ['clients', 'provider', id],
    queryFn: ({ signal }) => call(providers.one, { params: { id }, signal }),
    // A new object at each rendering would restart the form without end (`useFormDocument`): a query keeps its result.
    select: withVersion,
    ...fresh,
  });
export const putProvider = (id: number, body: BodyIn<typeof providers.put>) =>
  call(providers.put, { params: { id }, body });
export const removeProvider = (id: number) => call(providers.remove, { params: { id } });
