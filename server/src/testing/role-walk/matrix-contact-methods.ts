/** The part of the matrix (matrix.ts) about how people are reached. */
export const contactMethodsMatrix = `
## Proof that a notification arrived, refused for its body first
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/contact-methods/confirm/
POST   /api/v1/messages/link/delivered/

## What the SMS gateway sends, refused for its signature first
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/sms-gateway/inbound/
GET    /api/v1/sms-gateway/inbound/

## Every person with an own sign-in: how they themselves are reached
own      + + + + + + + 3 + 3 1
foreign  + + + + + + + 3 + 3 1
PUT    /api/v1/quiet-hours/
POST   /api/v1/contact-methods/test-email/

## Every person, with a client's provider too: how they are reached, there with the messages of that client
own      + + + + + + + + + 3 1
foreign  + + + + + + + + + 3 1
GET    /api/v1/contact-methods/
POST   /api/v1/contact-methods/
POST   /api/v1/contact-methods/:id/verify/

## The same, of a method that is nobody's; a code is refused for its body first
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
PATCH  /api/v1/contact-methods/:id/
DELETE /api/v1/contact-methods/:id/
POST   /api/v1/contact-methods/:id/code/
POST   /api/v1/contact-methods/:id/test/

## A method of the account that is nobody's
own      + + + + + + + 3 + 3 1
foreign  + + + 4 4 4 4 3 + 3 1
POST   /api/v1/contact-methods/:id/keep/

## The operator's SMS gateway: OEM and super users
own      + + 3 3 3 3 3 3 3 3 1
foreign  + + 3 3 3 3 3 3 3 3 1
GET    /api/v1/sms-gateway/
PUT    /api/v1/sms-gateway/
DELETE /api/v1/sms-gateway/
POST   /api/v1/sms-gateway/rotate-secret/
`;
