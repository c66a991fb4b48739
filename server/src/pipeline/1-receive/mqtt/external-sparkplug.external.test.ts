import { externalHostChecks } from '../testing/external-host-checks.ts';

/** A real Mosquitto; CI runs it on its default port. */
const { hostname, port } = new URL(process.env.TEST_MQTT_URL ?? 'mqtt://127.0.0.1:1883');

externalHostChecks('Mosquitto', async () => ({ host: hostname, port: Number(port) }), 5);
