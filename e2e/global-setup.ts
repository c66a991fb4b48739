import { TocsinServer } from './harness/server.ts';

/** One real server with its embedded database for the whole run; each test makes a plant of its own in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await TocsinServer.start();
  process.env.TOCSIN_E2E_URL = server.url;
  process.env.TOCSIN_E2E_MQTT = server.mqttUrl;
  return async () => {
    await server.remove();
  };
}
