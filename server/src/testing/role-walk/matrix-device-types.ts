/** The part of the matrix (matrix.ts) about device types. */
export const deviceTypeMatrix = `
## Device types for everybody and of one's clients
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/device-types/
GET    /api/v1/device-types/:id/
GET    /api/v1/device-types/:id/sites/
GET    /api/v1/device-types/:id/profile/
GET    /api/v1/device-types/:id/template/
GET    /api/v1/device-types/:id/template/document/
GET    /api/v1/device-types/:id/template/devices/

## Managers: types of their client
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v1/device-types/
POST   /api/v1/device-types/import/
PATCH  /api/v1/device-types/:id/
DELETE /api/v1/device-types/:id/
PUT    /api/v1/device-types/:id/template/
PUT    /api/v1/device-types/:id/template/document/
POST   /api/v1/device-types/:id/template/rollouts/preview/
POST   /api/v1/device-types/:id/template/rollouts/
POST   /api/v1/device-types/:id/template/rollouts/:rollout/undo/

## Networks of Modbus devices: seen by who edits the site
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/locations/:id/modbus-networks/

## and set by operator staff
own      + + + 3 3 3 3 3 3 3 1
foreign  + + + 3 3 3 3 3 3 3 1
PUT    /api/v1/locations/:id/modbus-networks/
`;
