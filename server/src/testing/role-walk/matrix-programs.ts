/** The part of the matrix (matrix.ts) about what programs read of a whole site. */
export const programsMatrix = `
## A site, for everyone who sees it
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/:id/metrics/

## Settings of the devices that a person sees, for programs that compare them with a file
own      + + + + + + + + + 3 1
foreign  + + + + + + + + + 3 1
GET    /api/v1/provisioning/settings/

## Several calls of a service account in one
own      3 3 3 3 3 3 3 3 3 3 1
foreign  3 3 3 3 3 3 3 3 3 3 1
POST   /api/v1/batch/
`;
