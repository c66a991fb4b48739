import { queryOptions } from '@tanstack/react-query';
import { type AuditFilter, type AuditSettingsPatch, endpoints } from '@tocsin/contract/audit';
import { call, download } from '../../api/call.ts';

export const pageSize = 25;

export const auditQuery = (client: number | null, filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ['audit', client, filter, page],
    queryFn: ({ signal }) =>
      call(endpoints.list, { query: { ...filter, limit: pageSize, offset: (page - 1) * pageSize }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  });

const fresh = { staleTime: 0, refetchOnWindowFocus: false } as const;
export const auditSettingsQuery = () =>
  queryOptions({
    queryKey: ['audit', 'settings'],
    queryFn: ({ signal }) => call(endpoints.settings, { signal }),
    ...fresh,
  });
export const changeAuditSettings = (body: AuditSettingsPatch) => call(endpoints.changeSettings, { body });
export const headsQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', 'heads', page],
    queryFn: ({ signal }) =>
      call(endpoints.heads, { query: { limit: pageSize, offset: (page - 1) * pageSize }, signal }),
    placeholderData: (before) => before,
    ...fresh,
  });
export const exportChain = () => download(endpoints.chain, {}, 'audit-chain.jsonl');

export const exportAudit = (filter: AuditFilter) => download(endpoints.export, { query: filter }, 'audit.csv');
