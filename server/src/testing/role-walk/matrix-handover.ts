/** The part of the matrix (matrix.ts) about what happened at a site. */
export const handoverMatrix = `
## The shift of a site, for those who see the site
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/:id/handover/
GET    /api/v1/locations/:id/handover/export/
GET    /api/v1/locations/:id/handover/report/
GET    /api/v1/locations/:id/notes/
GET    /api/v1/locations/:id/graphs/
GET    /api/v1/locations/:id/graphs/export/
GET    /api/v1/locations/:id/moment/

## Sites at a glance, and the search: a foreign selection names nothing
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/overview/
GET    /api/v1/find/

## A site at a glance; walls read it too
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/:id/overview/

## Taking over a shift: everybody who sees the site but wall displays
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
POST   /api/v1/locations/:id/handover/
POST   /api/v1/locations/:id/notes/
PUT    /api/v1/locations/:id/handover/mails/

## Shift times: can_edit on the site
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
PUT    /api/v1/locations/:id/shifts/
`;
