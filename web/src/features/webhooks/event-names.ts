import { texts } from '@tocsin/contract/texts/events';

/** Names of the events that webhooks can send, including changes of maintenance tasks. */
export const eventNames = { ...texts.labels, ...texts.tasks };
