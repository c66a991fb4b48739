export { addContactMethodRoutes } from './routes.ts';
export { addSmsGatewayRoutes } from './routes-sms-gateway.ts';
export { deleteGateway } from './store-sms-gateway.ts';
