import { queryOptions } from '@tanstack/react-query';
import { type AuditFilter, endpoints } from '@tocsin/contract/audit';
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

export const exportAudit = (filter: AuditFilter) => download(endpoints.export, { query: filter }, 'audit.csv');
