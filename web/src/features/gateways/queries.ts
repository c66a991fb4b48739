import { queryOptions } from '@tanstack/react-query';
import { endpoints as gateways } from '@tocsin/contract/gateways';
import { call } from '../../api/call.ts';

export const gatewayQuery = (id: number) =>
  queryOptions({
    queryKey: ['sites', 'gateway', id],
    queryFn: ({ signal }) => call(gateways.one, { params: { id }, signal }),
    staleTime: 0,
  });
export const makeGateway = (id: number) => call(gateways.make, { params: { id } });
export const removeGateway = (id: number) => call(gateways.remove, { params: { id } });
