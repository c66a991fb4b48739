/** The part of the matrix (matrix.ts) about copying settings of a device to others. */
export const copiesMatrix = `
## can_edit on the site of the device that is copied from
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/devices/:id/settings/copies/
GET    /api/v1/devices/:id/settings/copies/targets/
POST   /api/v1/devices/:id/settings/copies/
POST   /api/v1/devices/:id/settings/copies/preview/
POST   /api/v1/devices/:id/settings/copies/:copy/undo/
`;
