/** The part of the matrix (matrix.ts) about edges, the programs beside the devices. */
export const edgeMatrix = `
## By the edge's own key: no person's session opens it
own      1 1 1 1 1 1 1 1 1 1 1
foreign  1 1 1 1 1 1 1 1 1 1 1
POST   /api/v1/edge/exchange/

## By the code alone, refused for the body first
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/edge/claim/

## Seeing the edges of a site: can_edit
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/locations/:id/edges/

## Making, changing and removing them: managers
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v1/locations/:id/edges/
PATCH  /api/v1/locations/:id/edges/:edge/
POST   /api/v1/locations/:id/edges/:edge/code/
DELETE /api/v1/locations/:id/edges/:edge/
`;
