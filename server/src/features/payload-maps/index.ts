export { PayloadMaps } from './maps.ts';
export { addPayloadMapRoutes } from './routes.ts';
export { addWaitingRoutes, type Replayed } from './routes-waiting.ts';
export { loadMap } from './store.ts';
export { WaitingMessages, waitingPurpose } from './waiting.ts';
