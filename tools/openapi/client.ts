import type { operations, paths } from './api.d.ts';

/** Compiles only if the description contains what a client needs. */
type Answer<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export const titles = (devices: Answer<'getDevicesAll'>): string[] => devices.results.map((device) => device.title);
export const numbers = (nodes: Answer<'getGraphsDeviceByIdF500Nodes'>): number[] => nodes.map((node) => node.number);

type Data = paths['/api/v1/ingest/{udf_id}/data']['post']['requestBody'];
export const frames: NonNullable<Data>['content']['application/json'] = [
  { ts: 1_700_000_000_000, seq: 1, v: [41.5, null], alarm: [1] },
  { ts: 1_700_000_001_000, values: { '4.401': 41.5 } },
];
