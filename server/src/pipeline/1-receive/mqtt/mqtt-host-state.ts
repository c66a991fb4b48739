import type { Aedes } from 'aedes';
import type { Log } from '../../../platform/log.ts';
import { stateText, stateTopicOf } from '../sparkplug/sparkplug-topic.ts';

interface HostState {
  readonly hostId: string;
  readonly online: boolean;
  /** Unix milliseconds. */
  readonly at: number;
  readonly log: Log;
}

/** Publishes the state of the host application on the embedded broker. Resolves when it has sent it; logs failures. */
export function publishState(broker: Aedes, { hostId, online, at, log }: HostState): Promise<void> {
  const topic = stateTopicOf(hostId);
  const payload = Buffer.from(stateText(online, at));
  return new Promise((resolve) => {
    broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false }, (error) => {
      if (error) log.warn('Could not publish a message', { topic, error });
      resolve();
    });
  });
}
