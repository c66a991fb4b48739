import { texts } from '@tocsin/contract/texts/events';

/** What webhooks may be about: events, and changes of maintenance tasks. */
export const eventNames = { ...texts.labels, ...texts.tasks };
