import { keepPreviousData } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { type EscalatedType, endpoints as policies } from '@tocsin/contract/escalation';
import { SiteId } from '@tocsin/contract/ids';
import { endpoints } from '@tocsin/contract/on-call';
import { endpoints as previews } from '@tocsin/contract/on-call-preview';
import { endpoints as tests } from '@tocsin/contract/policy-tests';
import { endpoints as escalations } from '@tocsin/contract/running-escalations';
import { endpoints as webhooks } from '@tocsin/contract/webhooks';
import { call, callQuery } from '../../api/call.ts';

const at = (site: number | null) => (site === null ? {} : { location: SiteId.parse(site) });

/** Escalations that have not ended, most urgent first. */
export const runningQuery = (client: number | null, site: number | null) =>
  callQuery(['on-call', 'running', client, site], escalations.running, {
    query: { limit: 20, ...at(site) },
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
/** Runs the next step of an escalation now. */
export const notifyNext = (event: number, body: BodyIn<typeof escalations.notifyNext>) =>
  call(escalations.notifyNext, { params: { id: event }, body });

/** Who would be notified of an event at a time (unix ms); sensor '': any. */
export const previewQuery = (device: number, sensor: string, event_type: EscalatedType, at: number) =>
  callQuery(['on-call', 'preview', device, sensor, event_type, at], previews.preview, {
    query: { device, event_type, at: new Date(at).toISOString(), ...(sensor === '' ? {} : { sensor }) },
  });

/** Policies that serve the selected client or site. */
export const policiesQuery = (client: number | null, site: number | null) =>
  callQuery(['on-call', 'policies', client, site], policies.policies, { query: { limit: 50, ...at(site) } });

/** Rotations that a policy may notify. */
export const rotationsQuery = (client: number | null) =>
  callQuery(['on-call', 'rotations', client], endpoints.rotations, { query: { limit: 200 } });

/** Devices to which a policy may be limited: those of one site, or of all sites of the client. */
export const policyDevicesQuery = (client: number | null, site: number | null) =>
  callQuery(['on-call', 'devices', client, site], devices.list, {
    query: { limit: 1000, ordering: 'title', ...at(site) },
  });

/** Webhooks that a policy may notify. */
export const webhooksQuery = (client: number | null) =>
  callQuery(['on-call', 'webhooks', client], webhooks.list, { query: { limit: 200 } });

export const createPolicy = (body: BodyIn<typeof policies.createPolicy>) => call(policies.createPolicy, { body });
export const changePolicy = (id: number, body: BodyIn<typeof policies.changePolicy>) =>
  call(policies.changePolicy, { params: { id }, body });
export const removePolicy = (id: number, reason: string | undefined) =>
  call(policies.removePolicy, { params: { id }, query: reason === undefined ? {} : { reason } });

const testPageSize = 10;
/** Live-fire tests of a policy, newest first. */
export const testsQuery = (policy: number) =>
  callQuery(['on-call', 'policies', 'tests', policy], tests.list, {
    params: { id: policy },
    query: { limit: testPageSize },
    refetchInterval: 5_000,
  });
/** One live-fire test with the people it notified. */
export const testQuery = (policy: number, test: number) =>
  callQuery(['on-call', 'policies', 'tests', policy, test], tests.read, {
    params: { id: policy, test },
    refetchInterval: 5_000,
  });
export const startTest = (policy: number) => call(tests.start, { params: { id: policy } });
export const cancelTest = (policy: number, test: number) => call(tests.cancel, { params: { id: policy, test } });
