import { endpoints } from '@tocsin/contract/incidents';
import { callQuery } from '../../../api/call.ts';

const refetchMs = 10_000;

/** What the first page shows above its sites. */
export const nowQuery = (client: number | null) =>
  callQuery(['now', client], endpoints.now, { refetchInterval: refetchMs });
