/** The blocks of `matrix` about schemas, in the same form. */
export const schemaMatrix = `## Schemas that one sees
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v2/schemas/
GET    /api/v2/schemas/current/
GET    /api/v2/schemas/:id/
GET    /api/v2/schemas/:id/export/
GET    /api/v2/schemas/:id/notifications/
GET    /api/v2/tabs/:id/
GET    /api/v2/tabs/:id/film/
GET    /api/v2/tabs/:id/film-events/
GET    /api/v1/locations/:id/drawing-at/
GET    /api/v2/machines/:id/
GET    /api/v2/machines/:id/maintenance/
GET    /api/v2/machines/:id/notifications/
GET    /api/v2/machines/:id/notifications/last-time-in-alarm/
GET    /api/v2/graphs/machine/:id/
GET    /ws/tab-devices-data/:id/
GET    /api/v2/ws/tab-devices-data/:id/
GET    /ws/machine-devices-data/:id/
GET    /api/v2/ws/machine-devices-data/:id/

## Changing schemas: can_edit on the site
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v2/schemas/
POST   /api/v2/schemas/import/
DELETE /api/v2/schemas/:id/
POST   /api/v2/schemas/:id/clone/
POST   /api/v2/schemas/:id/publish/
GET    /api/v2/search-sensor/
POST   /api/v2/tabs/
PATCH  /api/v2/tabs/:id/
DELETE /api/v2/tabs/:id/
POST   /api/v2/tabs/:id/clone/
POST   /api/v2/update-tabs-order/
`;
