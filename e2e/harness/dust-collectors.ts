import type { Api } from './api.ts';
import { ingest } from './ingest.ts';
import type { Plant, PlantDevice } from './plant.ts';
import { baseUrl } from './where.ts';

const groups = [
  {
    id: '4',
    name: 'Temperature',
    sensors: ['Fan bearing', 'Motor'].map((name, i) => ({ id: String(4000 + i), name, type: 'NUMERIC', unit: 'C' })),
  },
];

type Made = Readonly<Record<'serial_number' | 'code' | 'udf_id', string>> & { readonly id: number };
export type Collector = Pick<PlantDevice, 'id' | 'address' | 'serial' | 'code'>;

export const rule = (value: number) => ({ sensor_id: '4.4000', sign: '>', value, delay_seconds: 60 });

/** A type of the client with a template, and devices of it at the site: the second has another name, the third another limit. */
export async function makeCollectors(
  api: Api,
  { clientId, siteId }: Pick<Plant, 'clientId' | 'siteId'>,
  count: number,
  { url = baseUrl(), code = 'DUST-PLC' } = {},
): Promise<{ readonly type: number; readonly collectors: readonly Collector[] }> {
  const { id: type } = await api.post<{ id: number }>('device-types/', {
    code,
    label: 'Dust collector PLC',
    enters: 'push',
    claim: 'open',
    client: clientId,
  });
  const collectors: Collector[] = [];
  for (let n = 1; n <= count; n++) {
    const title = `Collector ${String(n).padStart(2, '0')}`;
    const made = await api.post<Made>('devices/open/', { location: siteId, title, device_type: code });
    const device = { id: made.id, address: made.udf_id, serial: made.serial_number, code: made.code };
    await ingest(device, 'birth', { ts: Date.now(), groups }, url);
    collectors.push(device);
  }
  const [model, second, third] = collectors;
  if (!model || !second || !third) throw new Error('three collectors at least');
  const template = `device-types/${type}/template/`;
  const devices = collectors.map(({ id }) => id);
  await api.post(`devices/${model.id}/settings/warnings/`, [rule(70)]);
  await api.call('PUT', template, { device: model.id, version: 0 });
  const { digest } = await api.post<{ digest: string }>(`${template}rollouts/preview/`, { devices });
  await api.post(`${template}rollouts/`, { devices, digest });
  await api.post(`devices/${second.id}/settings/sensor-names/`, { sensor_names: { '4.4000': 'Exhaust fan' } });
  await api.post(`devices/${third.id}/settings/warnings/`, [rule(60)]);
  return { type, collectors };
}
