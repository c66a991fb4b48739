import { type AuditFilter, type AuditSettingsPatch, endpoints } from '@tocsin/contract/audit';
import { call, callQuery, download, forForms, pageOf } from '../../api/call.ts';

export const pageSize = 25;

export const auditQuery = (client: number | null, filter: AuditFilter, page: number) =>
  callQuery(['audit', client, filter, page], endpoints.list, {
    query: { ...filter, ...pageOf(page, pageSize) },
    placeholderData: (before) => before,
    staleTime: 0,
  });

export const auditSettingsQuery = () => callQuery(['audit', 'settings'], endpoints.settings, { ...forForms });
export const changeAuditSettings = (body: AuditSettingsPatch) => call(endpoints.changeSettings, { body });
export const headsQuery = (page: number) =>
  callQuery(['audit', 'heads', page], endpoints.heads, {
    query: { ...pageOf(page, pageSize) },
    placeholderData: (before) => before,
    ...forForms,
  });
export const exportChain = () => download(endpoints.chain, {}, 'audit-chain.jsonl');

export const exportAudit = (filter: AuditFilter) => download(endpoints.export, { query: filter }, 'audit.csv');
