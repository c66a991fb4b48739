import { type ClientInput, type ClientPatch, type clientColumns, endpoints } from '@tocsin/contract/clients';
import { call, callQuery, forForms, pageOf } from '../../api/call.ts';
import { send } from '../../api/http.ts';

export const pageSize = 20;
type Column = (typeof clientColumns)[number];
export type Ordering = 'worst' | Column | `-${Column}`;
/** How clients stand is read again this often, and what needs somebody, which takes longer, once a minute. */
const standingMs = 15_000;
const needsMs = 60_000;

export const listQuery = (search: string, page: number, ordering: Ordering, withNeeds = false) =>
  callQuery(['clients', 'list', search, page, ordering, withNeeds], endpoints.list, {
    query: {
      ...pageOf(page, pageSize),
      ordering,
      standing: 'true',
      needs: withNeeds ? 'true' : 'false',
      ...(search === '' ? {} : { q: search }),
    },
    placeholderData: (before) => before,
    refetchInterval: withNeeds ? needsMs : standingMs,
  });

export const clientQuery = (id: number) =>
  callQuery(['clients', 'one', id], endpoints.one, { params: { id }, ...forForms });

export const nextNumberQuery = () =>
  callQuery(['clients', 'next-number'], endpoints.nextNumber, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });

export const createClient = (body: ClientInput) => call(endpoints.create, { body });
export const changeClient = (id: number, body: ClientPatch) => call(endpoints.change, { params: { id }, body });
export const removeClient = (id: number, cascade: boolean) =>
  call(endpoints.remove, { params: { id }, query: { cascade: cascade ? 'true' : 'false' } });

/** The client as stored now; a new logo has changed its version. */
export const clientNow = (id: number) => call(endpoints.one, { params: { id } });
export const uploadLogo = async (id: number, file: File): Promise<void> => {
  const body = new FormData();
  body.append('file', file);
  await send({ method: 'PUT', path: `v1/clients/${id}/logo/`, body });
};
export const removeLogo = (id: number) => call(endpoints.removeLogo, { params: { id } });
