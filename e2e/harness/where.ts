/** Where the run's server is; set by global-setup.ts. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run journeys with 'npm run test:browser'`);
  return value;
}

export const baseUrl = (): string => setting('TOCSIN_E2E_URL');
export const mqttUrl = (): string => setting('TOCSIN_E2E_MQTT');
/** The data folder of the run's server, in which its database listens. */
export const dataFolder = (): string => setting('TOCSIN_E2E_DATA');
/** The folder in which the run's SMTP server stores e-mails. */
export const mailFolder = (): string => setting('TOCSIN_E2E_MAIL');
