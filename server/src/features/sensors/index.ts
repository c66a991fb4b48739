export { unitOfSensor } from './present.ts';
export { addSensorRoutes, type SensorsDependencies } from './routes.ts';
export { addScale, loadDeviceSettings, nodeSourceOf, sensorPathOf, writeLabels, writeRules } from './store.ts';
