export { enqueueMessage } from './enqueue.ts';
export { createMailGate } from './gate.ts';
