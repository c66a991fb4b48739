import type { World } from '../role-walk/world.ts';
import type { Walker } from './walker.ts';

/** A type of a client's own: made, changed, made again from its file, removed; and a device of an open type. */
export async function walkDeviceTypes(
  client: number,
  location: number,
  token: string,
  send: Walker['send'],
): Promise<void> {
  const body = { client, code: 'Fan-PLC', label: 'Fan PLC', enters: 'modbus' };
  const { id } = (await send({ route: 'POST /api/v1/device-types', token, body })).json();
  await send({ route: 'PATCH /api/v1/device-types/:id', ids: [id], token, body: { label: 'Dust fan PLC' } });
  const file = { tocsin: 'device type', profile: 1, code: 'Fan-PLC-2', label: 'Fan PLC 2', enters: 'push' };
  await send({ route: 'POST /api/v1/device-types/import', token, body: { client, profile: file } });
  await send({ route: 'DELETE /api/v1/device-types/:id', ids: [id], token });
  const networks = ['10.20.0.0/16'];
  await send({ route: 'PUT /api/v1/locations/:id/modbus-networks', ids: [location], token, body: { networks } });
  await send({ route: 'POST /api/v1/devices/open', token, body: { location, title: 'Fan', device_type: 'JSON' } });
}

/** A template of a type: taken from a device, rolled out to another one, and taken back. */
export async function walkTemplate(
  { type, model, follower }: { readonly type: number; readonly model: number; readonly follower: number },
  token: string,
  send: Walker['send'],
): Promise<void> {
  const route = '/api/v1/device-types/:id/template';
  await send({ route: `PUT ${route}`, ids: [type], token, body: { device: model, version: 0 } });
  const devices = [follower];
  const preview = await send({ route: `POST ${route}/rollouts/preview`, ids: [type], token, body: { devices } });
  const body = { devices, digest: preview.json().digest };
  const { id } = (await send({ route: `POST ${route}/rollouts`, ids: [type], token, body })).json();
  await send({ route: `POST ${route}/rollouts/:rollout/undo`, ids: [type, id], token, body: {} });
  const group = { id: '4', name: 'Temperature' };
  const sensors = [{ groupId: '4', sensorId: '1', name: 'Bearing', type: 'NUMERIC', unit: 'C' }];
  const template = { groups: [group], sensors };
  await send({ route: `PUT ${route}/document`, ids: [type], token, body: { template, version: 1 } });
}

/** A payload map of a client: made, saved again, removed; and topics of a site. */
export async function walkPayloadMaps(
  { client, site, device }: Pick<World, 'client' | 'site' | 'device'>,
  token: string,
  send: Walker['send'],
): Promise<void> {
  const map = { name: 'Fan', kinds: [{ values: [{ path: 'a', group: 'g', id: 'a', name: 'A', type: 'NUMERIC' }] }] };
  await send({ route: 'POST /api/v1/payload-maps/try', token, body: { map, samples: [{ body: '{}' }] } });
  const { id } = (await send({ route: 'POST /api/v1/payload-maps', token, body: { client, map } })).json();
  await send({ route: 'PUT /api/v1/payload-maps/:id', ids: [id], token, body: { map } });
  await send({ route: 'DELETE /api/v1/payload-maps/:id', ids: [id], token });
  await send({ route: 'PUT /api/v1/locations/:id/topic-prefix', ids: [site], token, body: { prefix: 'plant/' } });
  await send({ route: 'POST /api/v1/devices/:id/replay', ids: [device], token });
}
