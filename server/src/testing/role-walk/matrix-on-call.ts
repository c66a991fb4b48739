/** The part of the matrix (matrix.ts) about who is on call. */
export const onCallMatrix = `
## A calendar by its secret address alone
own      + + + + + + + + + + +
foreign  + + + 4 4 4 4 4 + 4 4
GET    /api/v1/on-call/calendar/:token/

## A message by its one-use link, refused for its body first
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/messages/link/
POST   /api/v1/messages/link/acknowledge/

## Who knows of an event that one sees
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/notifications/:id/escalation/

## An incident, by any of its events
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/incidents/:id/

## Everything about an alarm as a file: people who may see its device, not walls
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/notifications/:id/incident-pack/

## The address of one's own duties
own      + + + + + + + 3 + 3 1
foreign  + + + + + + + 3 + 3 1
GET    /api/v1/on-call/calendar/
POST   /api/v1/on-call/calendar/
DELETE /api/v1/on-call/calendar/

## Clients that one sees, and who is on call there
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/on-call/
GET    /api/v1/on-call/people/
GET    /api/v1/on-call/nobody/
GET    /api/v1/escalations/
GET    /api/v1/escalations/unanswered/
GET    /api/v1/rotations/
GET    /api/v1/rotations/:id/
GET    /api/v1/overrides/
GET    /api/v1/escalation-policies/
GET    /api/v1/escalation-policies/:id/
GET    /api/v1/escalation-policies/:id/tests/
GET    /api/v1/escalation-policies/:id/tests/:test/

## Who would be notified of a device's alarm: people, not walls
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/on-call/preview/
`;
