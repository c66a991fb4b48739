import { unsubscribeToken } from '../../notify/index.ts';
import type { Db } from '../../platform/db.ts';
import { createEncryption } from '../../platform/encryption.ts';
import { makeClient, makeUser, signedIn } from '../../platform/testing/factories.ts';
import { type WalkApp, walkSecret } from '../role-walk/app.ts';
import { makeWorld } from '../role-walk/world.ts';
import type { Walker } from './walker.ts';

/** Clients, sites, devices, people, rules and operator settings: create, change, remove and restore each. */
export async function walkAdministration(app: WalkApp, db: Db, { send }: Walker): Promise<void> {
  const root = await makeUser(db, { is_superuser: true });
  await makeUser(db, { is_superuser: true });
  const { token } = await signedIn(app.http, db, root);
  const contact = { full_name: 'Ann Vole', email: 'contact@audit.example', phone: '1', address: 'Road' };

  const client: number = (
    await send({ route: 'POST /api/v1/clients', token, body: { ...contact, number: 77_001, company: 'Audited' } })
  ).json().id;
  await send({ route: 'PATCH /api/v1/clients/:id', ids: [client], token, body: { phone: '2' } });
  await send({ route: 'POST /api/v1/clients/:id/select', ids: [client], token });
  await send({ route: 'PATCH /api/v1/clients/:id/sign-in', ids: [client], token, body: { max_sessions: 5 } });
  await send({ route: 'PUT /api/v1/clients/:id/logo', ids: [client], token, file: '<svg><path d="M0 0"/></svg>' });
  await send({ route: 'DELETE /api/v1/clients/:id/logo', ids: [client], token });

  const selection = `${client},,`;
  const site = { title: 'North', address: 'Road', timezone: 'America/Chicago' };
  const location: number = (await send({ route: 'POST /api/v1/locations', token, selection, body: site })).json().id;
  await send({ route: 'PATCH /api/v1/locations/:id', ids: [location], token, body: { title: 'South' } });
  await send({ route: 'POST /api/v1/locations/:id/suspend', ids: [location], token });
  await send({ route: 'POST /api/v1/locations/:id/select', ids: [location], token });
  await send({ route: 'POST /api/v1/locations/:id/gateway', ids: [location], token });
  await send({ route: 'DELETE /api/v1/locations/:id/gateway', ids: [location], token });
  const made = await send({
    route: 'POST /api/v1/locations/:id/edges',
    ids: [location],
    token,
    body: { title: 'Leg' },
  });
  const { id: edge, code } = made.json();
  await send({ route: 'POST /api/v1/edge/claim', body: { code, key: 'k'.repeat(43) } });
  const at = [location, edge];
  await send({ route: 'PATCH /api/v1/locations/:id/edges/:edge', ids: at, token, body: { title: 'Head house' } });
  await send({ route: 'POST /api/v1/locations/:id/edges/:edge/code', ids: at, token });
  await send({ route: 'DELETE /api/v1/locations/:id/edges/:edge', ids: at, token });

  const file = 'serial_number,code,device_type\nAUDIT1,code-one,0300\nAUDIT2,code-two,F500\n';
  await send({ route: 'POST /api/v1/oem/device-registry/import', token, file });
  const unit = { serial_number: 'AUDIT1', code: 'code-one', device_type: '0300', udf_id: 'AUDIT1' };
  const device: number = (
    await send({ route: 'POST /api/v1/devices', token, body: { location, title: 'Leg', ...unit } })
  ).json().id;
  await send({ route: 'PATCH /api/v1/devices/:id', ids: [device], token, body: { title: 'Boot' } });
  await send({ route: 'POST /api/v1/devices/:id/suspend', ids: [device], token });
  const polled = { serial_number: 'AUDIT2', code: 'code-two', device_type: 'F500', ip_address: '10.0.0.7' };
  const f500: number = (
    await send({ route: 'POST /api/v1/devices', token, body: { location, title: 'Mill', ...polled } })
  ).json().id;
  await send({ route: 'PUT /api/v1/devices/:id/modbus', ids: [f500], token, body: { map: 'w4005' } });
  const compared = { compared: ['1.1'] };
  await send({ route: 'POST /api/v1/devices/:id/modbus/compared', ids: [f500], token, body: compared });
  await send({ route: 'POST /api/v1/devices/:id/modbus/tags', ids: [f500], token, file: 'name,address\nA,40001' });
  await send({ route: 'POST /api/v1/devices/:id/history-import', ids: [f500], token, file: 'time,1.1\n' });
  await send({ route: 'POST /api/v1/devices/:id/select', ids: [device], token });

  const form = { ...contact, email: 'person@audit.example', company: 'Audited', client };
  const person: number = (await send({ route: 'POST /api/v1/users', token, body: form })).json().id;
  const access = [{ location_id: location, has_access: true, permission: 'User' }];
  const put = { ...contact, email: 'person@audit.example', company: 'Audited', location_access: access };
  await send({ route: 'PUT /api/v1/users/:id', ids: [person], token, selection, body: put });
  await send({ route: 'PATCH /api/v1/users/:id', ids: [person], token, selection, body: { phone: '3' } });
  const second: number = (
    await send({ route: 'POST /api/v1/users', token, body: { ...form, email: 'second@audit.example' } })
  ).json().id;
  const membership = { location, user: second, has_access: true, permission: 'User' };
  const given: number = (await send({ route: 'POST /api/v1/membership', token, body: membership })).json().id;
  await send({ route: 'PATCH /api/v1/membership/:id', ids: [given], token, body: { permission: 'Engineer' } });
  await send({ route: 'DELETE /api/v1/users/:id', ids: [person], query: `location_id=${location}`, token, selection });
  await send({ route: 'DELETE /api/v1/users/:id', ids: [person], token, selection });

  const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: true };
  const created = (await send({ route: 'POST /api/v1/notification-settings', token, selection, body: rule })).json();
  const ids = [created.id as number];
  await send({
    route: 'PATCH /api/v1/notification-settings/:id',
    ids,
    token,
    body: { event_type: 'warning', reason: 'New duty' },
  });
  await send({ route: 'POST /api/v1/notification-settings/:id/test', ids, token });
  const link = unsubscribeToken(createEncryption(walkSecret, 'messages'), created.id, created.contact);
  await send({ route: 'POST /api/v1/unsubscribe/:token', ids: [link], body: {} });
  await send({ route: 'DELETE /api/v1/notification-settings/:id', ids, token, query: 'reason=Left' });

  await walkRemovals({ send }, token, { client, location, device });
  await walkOperator({ send }, token);

  const { id: empty } = await makeClient(db);
  await send({ route: 'DELETE /api/v1/clients/:id', ids: [empty], token });
  const world = await makeWorld(db, 'Audit');
  const comment = { comment: 'seen' };
  await send({ route: 'POST /api/v1/notifications/:id/acknowledge', ids: [world.event], token, body: comment });
  const { event } = await makeWorld(db, 'Audit');
  await send({ route: 'POST /api/v1/notifications/acknowledge', token, body: { ids: [event], ...comment } });
}

async function walkRemovals(
  { send }: Pick<Walker, 'send'>,
  token: string,
  { client, location, device }: { client: number; location: number; device: number },
): Promise<void> {
  const query = 'cascade=true';
  for (const [path, id] of [
    ['/api/v1/devices/:id', device],
    ['/api/v1/locations/:id', location],
    ['/api/v1/clients/:id', client],
  ] as const) {
    await send({ route: `DELETE ${path}`, ids: [id], query, token });
    await send({ route: `POST ${path}/restore`, ids: [id], token });
  }
}

async function walkOperator({ send }: Pick<Walker, 'send'>, token: string): Promise<void> {
  await send({ route: 'PATCH /api/v1/oem/settings', token, body: { support_phone: '555' } });
  const alive = { is_on: true, receivers: ['operator@example.com'], hour: 6, timezone: 'UTC' };
  await send({ route: 'PUT /api/v1/oem/health/alive-mail', token, body: alive });
  const feed = { title: 'News', description: 'All', url: 'https://example.com/feed.xml' };
  await send({ route: 'POST /api/v1/oem/rss-feed', token, body: [feed] });
  const page: number = (await send({ route: 'POST /api/v1/oem/flatpages', token, body: { title: 'Terms' } })).json().id;
  await send({ route: 'PATCH /api/v1/oem/flatpages/:id', ids: [page], token, body: { title: 'Terms of Use' } });
  await send({ route: 'DELETE /api/v1/oem/flatpages/:id', ids: [page], token });
}
