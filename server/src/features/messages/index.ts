export { enqueueMessage, putGathered } from './enqueue.ts';
export { createMailGate } from './gate.ts';
export { claimGathered, type Gathered } from './store.ts';
