export { adviceOf, responseFor, saidOfSensors } from './advice.ts';
export type { WriteRoles } from './copy/apply.ts';
export { takeWhenAdded } from './copy/template.ts';
export { addSensorRoutes } from './routes.ts';
export { addCopyRoutes } from './routes-copies.ts';
export { addResponseRoutes, devicesOf, type NotificationSensor } from './routes-responses.ts';
export { addTemplateRoutes } from './routes-templates.ts';
export {
  addScale,
  formerRules,
  loadDeviceSettings,
  nodeSourceOf,
  sensorNamed,
  sensorPathOf,
  writeLabels,
  writeRules,
} from './store.ts';
export { writeSensorResponses } from './store-responses.ts';
export { rulesToTry } from './try-rules.ts';
export { createUnitJob, unitTask } from './unit-worker.ts';
