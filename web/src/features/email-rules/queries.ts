import { queryOptions } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import { type EmailRuleInput, endpoints } from '@tocsin/contract/email-rules';
import { endpoints as sites } from '@tocsin/contract/sites';
import { call, callQuery, forForms, pageOf } from '../../api/call.ts';

export const pageSize = 20;

export const rulesQuery = (search: string, whose: 'mine' | 'all', page: number, client: number | null) =>
  callQuery(['email-rules', client, search, whose, page], endpoints.list, {
    query: {
      ...pageOf(page, pageSize),
      ...(search === '' ? {} : { search }),
      ...(whose === 'all' ? { user: 'all' as const } : {}),
    },
    placeholderData: (before) => before,
  });

export const ruleQuery = (id: number) =>
  callQuery(['email-rules', 'one', id], endpoints.one, { params: { id }, gcTime: 0, ...forForms });

/** The devices that a rule may cover: all visible devices by site, including sites without devices. */
export const choiceQuery = (client: number | null) =>
  queryOptions({
    queryKey: ['email-rules', 'choice', client],
    queryFn: async ({ signal }) => {
      const [all, places] = await Promise.all([
        call(devices.all, { signal }),
        call(sites.list, { query: { limit: 1000, ordering: 'title' }, signal }),
      ]);
      return { devices: all.results, sites: places.results };
    },
  });

export const createRule = (body: EmailRuleInput) => call(endpoints.create, { body });
export const changeRule = (id: number, body: EmailRuleInput, reason?: string) =>
  call(endpoints.change, { params: { id }, body: reason === undefined ? body : { ...body, reason } });
export const removeRule = (id: number, reason?: string) =>
  call(endpoints.remove, { params: { id }, query: { reason } });

export const mailsPageSize = 10;

/** E-mails of a rule; polled while visible, because their delivery state changes. */
export const mailsQuery = (rule: number, page: number) =>
  callQuery(['email-rules', 'mails', rule, page], endpoints.mails, {
    params: { id: rule },
    query: { ...pageOf(page, mailsPageSize) },
    placeholderData: (before) => before,
    refetchInterval: 5_000,
  });

export const sendTest = (rule: number) => call(endpoints.test, { params: { id: rule } });
