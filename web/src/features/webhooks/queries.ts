import type { BodyIn } from '@tocsin/contract/endpoint';
import { endpoints } from '@tocsin/contract/webhooks';
import { call, callQuery, pageOf } from '../../api/call.ts';

export const pageSize = 25;
export const logSize = 10;

/** One page of the webhooks that the user manages. */
export const webhooksQuery = (client: number | null, page: number) =>
  callQuery(['webhooks', client, page], endpoints.list, {
    query: { ...pageOf(page, pageSize) },
    placeholderData: (before) => before,
  });

/** One page of a webhook's log. */
export const deliveriesQuery = (id: number, page: number) =>
  callQuery(['webhooks', 'deliveries', id, page], endpoints.deliveries, {
    params: { id },
    query: { ...pageOf(page, logSize) },
    placeholderData: (before) => before,
    refetchInterval: 5_000,
  });

/** One delivery; polled until it has ended. */
export const deliveryQuery = (id: number, delivery: string) =>
  callQuery(['webhooks', 'delivery', id, delivery], endpoints.delivery, {
    params: { id, delivery },
    refetchInterval: ({ state }) =>
      state.data?.state === 'delivered' || state.data?.state === 'failed' ? false : 1_000,
  });

export const createWebhook = (body: BodyIn<typeof endpoints.create>) => call(endpoints.create, { body });
export const changeWebhook = (id: number, body: BodyIn<typeof endpoints.change>) =>
  call(endpoints.change, { params: { id }, body });
export const removeWebhook = (id: number, reason: string) =>
  call(endpoints.remove, { params: { id }, query: reason === '' ? {} : { reason } });
export const rotateSecret = (id: number) => call(endpoints.rotate, { params: { id } });
export const testWebhook = (id: number) => call(endpoints.test, { params: { id } });
export const replayDelivery = (id: number, delivery: string) => call(endpoints.replay, { params: { id, delivery } });
