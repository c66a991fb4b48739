// Adds a site with a device that sends JSON, once, however often this runs within a day. Needs Node 22.18 or newer,
// openapi-fetch, and api.d.ts, which `npx openapi-typescript $TOCSIN_URL/api/docs/openapi.json --output api.d.ts` makes; in
// the environment TOCSIN_URL, TOCSIN_CLIENT (an id) and TOCSIN_KEY: of a service account with the scopes plant and read.
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const { TOCSIN_URL: baseUrl = '', TOCSIN_CLIENT: client = '', TOCSIN_KEY: key = '' } = process.env;
const tocsin = createClient<paths>({
  baseUrl,
  headers: { authorization: `Bearer ${key}`, 'x-tocsin-selection': `${client},,` },
});
/** Makes a call once; without an answer it can be repeated with the same key. */
const once = (call: string) => ({ header: { 'idempotency-key': `example-ts-${call}` } });

const site = await tocsin.POST('/api/v1/locations', {
  params: once('site'),
  body: { title: 'Example by TypeScript', address: '1 Main Street', timezone: 'America/Chicago' },
});
if (!site.data) throw new Error(JSON.stringify(site.error));
const device = await tocsin.POST('/api/v1/devices/open', {
  params: once('device'),
  body: { location: site.data.id, title: 'Leg 1', device_type: 'JSON' },
});
if (!device.data) throw new Error(JSON.stringify(device.error));
console.info('device', device.data.udf_id);
