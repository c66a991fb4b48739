export {
  createCatalog,
  type DeviceSettings,
  type LiveCatalog,
} from './catalog.ts';
export { codePurpose, encryptCode } from './codes.ts';
export { brokerOf, type PublicAddresses } from './connection.ts';
export { importRegistry } from './registry.ts';
export { addDeviceRoutes } from './routes.ts';
export type { ImportPiece, PieceToImport } from './routes-import.ts';
export type { ModbusPort } from './routes-modbus.ts';
export { ownerOf } from './routes-types.ts';
export { addressRetentionMs, type CheckDevice, createSignIn } from './sign-in.ts';
export {
  deleteRemoved as deleteRemovedDevice,
  markRemoved as markDevicesRemoved,
  setEdge,
  setUnits,
  updateDevice,
} from './store.ts';
export { forgetDeviceAddresses, keepDeviceAddress, loadCatalogRows, loadDeviceAddresses } from './store-catalog.ts';
export { removeComparedOf } from './store-compared.ts';
export { loadType, templateTypeOf } from './store-types.ts';
