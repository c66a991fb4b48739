import { Api } from '@tocsin/e2e/api';
import { startMailServer } from '@tocsin/e2e/mailbox';
import { makePerson, makePlant, type PlantDevice } from '@tocsin/e2e/plant';
import { PushingDevice } from '@tocsin/e2e/pushing-device';
import { connectGateway, postWithRetry, type Reached, reach } from '@tocsin/e2e/reached';
import { type Arrival, Receivers } from '@tocsin/e2e/receivers';
import { admin, TocsinServer } from '@tocsin/e2e/server';
import { type Bench, quantile, type Row } from './bench.ts';

const people = 8;
/** Alarms of one person, below the number from which messages are gathered. */
const alarmsEach = 8;

/**
 * Time from an alarm's frame, as its device begins to post it, to the arrival at each channel's receiver. One alarm at a
 * time: each is measured once everything about the former has arrived.
 */
export const bench: Bench = {
  name: 'channels',
  async run() {
    const mail = await startMailServer();
    const receivers = await Receivers.start();
    const env = { LOG_LEVEL: 'warn', SMTP_URL: mail.url, WEBHOOK_NETWORKS: '127.0.0.0/8' };
    const server = await TocsinServer.start({ env });
    try {
      const api = await Api.signIn(server.url, admin.email, admin.password);
      await connectGateway(api, receivers);
      const legs = Array.from({ length: people * alarmsEach }, (_, i) => ({
        title: `Leg ${i + 1}`,
        type: '0300' as const,
      }));
      const plant = await makePlant(api, legs);
      api.selection = `${plant.clientId},,`;
      await api.post('webhooks/', { title: 'All', url: `${receivers.url}/client`, event_types: ['alarm_on'] });
      const waits = new Map<string, number[]>();
      for (let i = 0; i < people; i++) {
        api.selection = `${plant.clientId},${plant.siteId},`;
        const person = await makePerson(api, plant, 'Engineer');
        const reached = await reach(server.url, person, receivers);
        const devices = plant.devices.slice(i * alarmsEach, (i + 1) * alarmsEach);
        api.selection = `${plant.clientId},,`;
        await postWithRetry(api, 'escalation-policies/', {
          title: `Night ${i + 1}`,
          event_types: ['alarm_on'],
          location: plant.siteId,
          devices: devices.map(({ id }) => id),
          steps: [{ after_minutes: 0, targets: [{ kind: 'person', id: person.id }] }],
        });
        for (const device of devices)
          for (const [channel, ms] of await measure(server, device, { reached, receivers, arrivals: mail.arrivals }))
            waits.set(channel, [...(waits.get(channel) ?? []), ms]);
      }
      return [...waits].map(
        ([channel, each]): Row => ({
          what: `frame to ${channel}, p50 and p99 of ${each.length}`,
          value: `${quantile(each, 0.5)} ms, ${quantile(each, 0.99)} ms`,
          aim: '',
        }),
      );
    } finally {
      await server.remove();
      await receivers.stop();
      await mail.stop();
    }
  },
};

/** Milliseconds from the post of a device's alarm to each channel. */
async function measure(
  server: TocsinServer,
  device: PlantDevice,
  ways: {
    readonly reached: Reached;
    readonly receivers: Receivers;
    readonly arrivals: ReadonlyMap<string, readonly number[]>;
  },
): Promise<ReadonlyMap<string, number>> {
  const { reached, receivers, arrivals } = ways;
  const leg = new PushingDevice(server.url, device, 1);
  await leg.birth();
  const known = receivers.arrivals.length;
  const mails = arrivals.get(reached.person.email)?.length ?? 0;
  const began = Date.now();
  await leg.alarm(0);
  const isNew = (isIt: (arrival: Arrival) => boolean) => async (): Promise<number> =>
    (await receivers.first((arrival) => receivers.arrivals.indexOf(arrival) >= known && isIt(arrival))).at;
  const mailed = async (): Promise<number> => {
    for (;;) {
      const at = arrivals.get(reached.person.email)?.[mails];
      if (at !== undefined) return at;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const channels: Readonly<Record<string, () => Promise<number>>> = {
    mail: mailed,
    push: isNew((arrival) => reached.notification(arrival) !== null),
    SMS: isNew((arrival) => reached.sms(arrival) !== null),
    "person's webhook": isNew((arrival) => reached.webhook(arrival) !== null),
    "client's webhook": isNew(({ path }) => path === '/client'),
  };
  return new Map(
    await Promise.all(
      Object.entries(channels).map(async ([channel, arrived]) => [channel, (await arrived()) - began] as const),
    ),
  );
}
