import { endpoints as accounts } from '@tocsin/contract/accounts';
import { endpoints as sites } from '@tocsin/contract/sites';
import { endpoints as twoFactor } from '@tocsin/contract/two-factor';
import { endpoints, type UserInput, type UserUpdate } from '@tocsin/contract/users';
import { call, callQuery, forForms } from '../../api/call.ts';

export const userQuery = (id: number) =>
  callQuery(['users', 'one', id], endpoints.one, { params: { id }, ...forForms });

/** All sites of the selected client to which the user may grant access. */
export const sitesQuery = (client: number | null) =>
  callQuery(['sites', 'to-grant', client], sites.list, { query: { limit: 1000, ordering: 'title' } });

export const createUser = (body: UserInput) => call(endpoints.create, { body });
export const changeUser = (id: number, body: UserUpdate) => call(endpoints.replace, { params: { id }, body });
export const removeFromSite = (id: number, site: number) =>
  call(endpoints.remove, { params: { id }, query: { location_id: site, assign_user_id: id } });
export const removeFromClient = (id: number) => call(endpoints.remove, { params: { id } });

export const resendActivation = (id: number) => call(accounts.resendActivation, { params: { id } });
export const resetTwoFactor = (id: number) => call(twoFactor.disableTwoFactorOf, { params: { id } });
export const endSessions = (id: number) => call(accounts.endSessionsOf, { params: { id } });
