/** The part of the matrix (matrix.ts) about what programs read of a whole site. */
export const programsMatrix = `
## A site, for everyone who sees it
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/:id/metrics/
`;
