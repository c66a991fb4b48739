import { queryOptions } from '@tanstack/react-query';
import { type AliveMail, endpoints } from '@tocsin/contract/health';
import { call } from '../../api/call.ts';

const refreshMs = 5_000;
export const healthQuery = () =>
  queryOptions({
    queryKey: ['oem', 'health'],
    queryFn: ({ signal }) => call(endpoints.health, { signal }),
    refetchInterval: refreshMs,
    staleTime: 0,
    retry: false,
  });
export const aliveQuery = () =>
  queryOptions({
    queryKey: ['oem', 'alive-mail'],
    queryFn: ({ signal }) => call(endpoints.aliveMail, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
export const saveAlive = (body: AliveMail) => call(endpoints.changeAliveMail, { body });
