export {
  type CatalogChange,
  type CatalogDependencies,
  type CatalogScope,
  createCatalog,
  type DeviceSettings,
  type LiveCatalog,
} from './catalog.ts';
export { codePurpose, encryptCode } from './codes.ts';
export type { PublicAddresses } from './connection.ts';
export { type ImportDependencies, importRegistry } from './registry.ts';
export { addDeviceRoutes, type DevicesDependencies } from './routes.ts';
export type { ModbusPort } from './routes-modbus.ts';
export { addressKeptMs, type CheckDevice, createSignIn, type DeviceCheck, type SignIn } from './sign-in.ts';
export { forgetDeviceAddresses, keepDeviceAddress, loadCatalogRows, loadDeviceAddresses } from './store-catalog.ts';
