export {
  type CatalogChange,
  type CatalogDependencies as CatalogPorts,
  type CatalogScope,
  createCatalog,
  type DeviceSettings,
  type LiveCatalog,
} from './catalog.ts';
export { codePurpose, encryptCode as sealCode } from './codes.ts';
export type { PublicAddresses } from './connection.ts';
export { type ImportParts, importRegistry } from './registry.ts';
export { addDeviceRoutes, type DevicesParts } from './routes.ts';
export type { ModbusPort } from './routes-modbus.ts';
export { addressKeptMs, type CheckDevice, createSignIn, type DeviceCheck, type SignIn } from './sign-in.ts';
export { forgetDeviceAddresses, keepDeviceAddress, loadCatalogRows, loadDeviceAddresses } from './store-catalog.ts';
