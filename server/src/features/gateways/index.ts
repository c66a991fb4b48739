export { Gateways, gatewayPurpose } from './credentials.ts';
export { addGatewayRoutes, type GatewaysDependencies } from './routes.ts';
export { loadGateways } from './store.ts';
