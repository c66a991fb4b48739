export { addSensorRoutes, type SensorsParts } from './routes.ts';
export { loadDeviceSettings } from './store.ts';
