import { endpoint } from './endpoint.ts';

export const endpoints = {
  read: endpoint.get('/api/v1/locations/:id/metrics/', {
    may: 'site.see',
    programs: 'read',
    keys: 'live',
    says: 'Live values and states of all devices of a site in the Prometheus text format; values that are not current are left out',
    sends: 'text/plain',
  }),
} as const;
