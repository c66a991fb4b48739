/** The part of the matrix (matrix.ts) about webhooks. */
export const webhookMatrix = `
## Webhooks that one manages
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/webhooks/

## Managers: webhooks and what they sent
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v1/webhooks/
GET    /api/v1/webhooks/:id/
PATCH  /api/v1/webhooks/:id/
DELETE /api/v1/webhooks/:id/
POST   /api/v1/webhooks/:id/rotate-secret/
POST   /api/v1/webhooks/:id/test/
GET    /api/v1/webhooks/:id/deliveries/
GET    /api/v1/webhooks/:id/deliveries/:delivery/
POST   /api/v1/webhooks/:id/deliveries/:delivery/replay/
`;
