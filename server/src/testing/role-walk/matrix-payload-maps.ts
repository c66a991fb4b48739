/** The part of the matrix (matrix.ts) about payload maps. */
export const payloadMapMatrix = `
## Payload maps for everybody and of one's clients
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/payload-maps/
GET    /api/v1/payload-maps/:id/
GET    /api/v1/payload-maps/:id/versions/

## Trying a map on messages: every person, it stores nothing
own      + + + + + + + + + 3 1
foreign  + + + + + + + + + 3 1
POST   /api/v1/payload-maps/try/

## Managers: maps of their client
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v1/payload-maps/
PUT    /api/v1/payload-maps/:id/
DELETE /api/v1/payload-maps/:id/

## Topics of an external broker: operator staff
own      + + + 3 3 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
PUT    /api/v1/locations/:id/topic-prefix/
`;
