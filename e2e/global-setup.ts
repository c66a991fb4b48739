import { startMailServer } from './harness/mailbox.ts';
import { TocsinServer } from './harness/server.ts';

/**
 * Starts one real server with its embedded database, and a real SMTP server for its e-mails, for the whole run. Each
 * test creates its own plant.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const mail = await startMailServer();
  const server = await TocsinServer.start({
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Tocsin <alarms@tocsin.example>',
      // The receivers of webhooks listen on this machine.
      WEBHOOK_NETWORKS: '127.0.0.0/8',
      PROVIDER_NETWORKS: '127.0.0.0/8',
    },
  });
  process.env.TOCSIN_E2E_URL = server.url;
  process.env.TOCSIN_E2E_MQTT = server.mqttUrl;
  process.env.TOCSIN_E2E_DATA = server.dataDir;
  process.env.TOCSIN_E2E_MAIL = mail.folder;
  return async () => {
    await server.remove();
    await mail.stop();
  };
}
