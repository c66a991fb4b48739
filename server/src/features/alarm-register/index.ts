export { addAlarmRegisterRoutes } from './routes.ts';
