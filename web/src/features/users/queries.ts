import { queryOptions } from '@tanstack/react-query';
import { endpoints as accounts } from '@tocsin/contract/accounts';
import { endpoints as sites } from '@tocsin/contract/sites';
import { endpoints as twoFactor } from '@tocsin/contract/two-factor';
import { endpoints, type UserInput, type UserUpdate } from '@tocsin/contract/users';
import { call } from '../../api/call.ts';

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(endpoints.one, { params: { id }, signal }),
    staleTime: 0,
    // A form must not be overwritten while the user types.
    refetchOnWindowFocus: false,
  });

/** All sites of the selected client to which the user may grant access. */
export const sitesQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['sites', 'to-grant', client],
    queryFn: ({ signal }) => call(sites.list, { query: { limit: 1000, ordering: 'title' }, signal }),
  });

export const createUser = (body: UserInput) => call(endpoints.create, { body });
export const changeUser = (id: number, body: UserUpdate) => call(endpoints.replace, { params: { id }, body });
export const removeFromSite = (id: number, site: number) =>
  call(endpoints.remove, { params: { id }, query: { location_id: site, assign_user_id: id } });
export const removeFromClient = (id: number) => call(endpoints.remove, { params: { id } });

export const resendActivation = (id: number) => call(accounts.resendActivation, { params: { id } });
export const resetTwoFactor = (id: number) => call(twoFactor.disableTwoFactorOf, { params: { id } });
export const endSessions = (id: number) => call(accounts.endSessionsOf, { params: { id } });
