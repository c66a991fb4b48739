export { unitOfSensor } from './present.ts';
export { addSensorRoutes } from './routes.ts';
export { addScale, loadDeviceSettings, nodeSourceOf, sensorPathOf, writeLabels, writeRules } from './store.ts';
