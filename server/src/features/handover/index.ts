export { shiftStartsOf } from './look.ts';
export { addHandoverRoutes } from './routes.ts';
