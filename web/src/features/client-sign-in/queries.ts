import { type ClientProviderState, endpoints as providers } from '@tocsin/contract/client-provider';
import { type ClientSignInPatch, endpoints } from '@tocsin/contract/client-sign-in';
import { endpoints as clients } from '@tocsin/contract/clients';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { call, callQuery, forForms } from '../../api/call.ts';

export const clientNameQuery = (id: number) =>
  callQuery(['clients', 'one', id], clients.one, { params: { id }, ...forForms });
export const signInQuery = (id: number) =>
  callQuery(['clients', 'sign-in', id], endpoints.one, { params: { id }, ...forForms });
export const changeSignIn = (id: number, body: ClientSignInPatch) => call(endpoints.change, { params: { id }, body });

/** Adds a version, which the form needs even before there is a provider. */
const withVersion = (state: ClientProviderState): ClientProviderState & { readonly version: number } => ({
  ...state,
  version: state.provider?.version ?? 0,
});
export const providerQuery = (id: number) =>
  callQuery(['clients', 'provider', id], providers.one, {
    params: { id },
    // Selected here, because `useFormDocument` needs the same object at each rendering, and a query caches its result.
    select: withVersion,
    ...forForms,
  });
export const putProvider = (id: number, body: BodyIn<typeof providers.put>) =>
  call(providers.put, { params: { id }, body });
export const removeProvider = (id: number) => call(providers.remove, { params: { id } });
