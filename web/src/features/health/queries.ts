import { type AliveMail, endpoints } from '@tocsin/contract/health';
import { call, callQuery, forForms } from '../../api/call.ts';

const refreshMs = 5_000;
export const healthQuery = () =>
  callQuery(['oem', 'health'], endpoints.health, { refetchInterval: refreshMs, staleTime: 0, retry: false });
export const aliveQuery = () => callQuery(['oem', 'alive-mail'], endpoints.aliveMail, forForms);
export const saveAlive = (body: AliveMail) => call(endpoints.changeAliveMail, { body });
