/** Expected outcomes of the calls about sign-in, sessions and the audit chain; see matrix.ts for the notation. */
export const signInMatrix = `
## Sign-in by a client's provider or a passkey: what stands behind it is the proof
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/sign-in/provider/
POST   /api/v1/sign-in/provider/finish/
POST   /api/v1/sign-in/provider/invited/
POST   /api/v1/sign-in/passkey/
POST   /api/v1/sign-in/passkey/finish/

## By the secret of an activation or invitation link: without it there is nothing, for anybody
own      + + + + + + + + + + +
foreign  + + + 4 4 4 4 4 + 4 4
GET    /api/v1/sign-in/provider/invited/:token/

## Every person: their language
own      + + + + + + + + + 3 1
foreign  + + + + + + + + + 3 1
PUT    /api/v1/accounts/language/

## Every person with an own sign-in: their own data and passkeys, and their links with the providers of their clients
own      + + + + + + + 3 + 3 1
foreign  + + + + + + + 3 + 3 1
GET    /api/v1/accounts/own-data/
GET    /api/v1/2fa/passkeys/
POST   /api/v1/2fa/passkeys/
POST   /api/v1/2fa/passkeys/begin/
POST   /api/v1/2fa/passkeys/verify/begin/
POST   /api/v1/2fa/passkeys/verify/
PATCH  /api/v1/2fa/passkeys/:id/
POST   /api/v1/2fa/passkeys/:id/remove/
GET    /api/v1/accounts/provider-links/
POST   /api/v1/accounts/provider-links/
POST   /api/v1/accounts/provider-links/finish/

## Every person with an own sign-in: the account
own      + + + + + + + 3 + 3 1
foreign  + + + + + + + 3 + 3 1
GET    /api/v1/accounts/sessions/
GET    /api/v1/protection/mail/
PUT    /api/v1/protection/mail/
GET    /api/v1/accounts/api-keys/
GET    /api/v1/invitations/
POST   /api/v1/accounts/api-keys/
DELETE /api/v1/accounts/sessions/
POST   /api/v1/accounts/password/change/
POST   /api/v1/accounts/email/change/
POST   /api/v1/2fa/setup_2fa/
POST   /api/v2/2fa/setup_2fa/
POST   /api/v1/2fa/verify_2fa/
POST   /api/v2/2fa/verify_2fa/
POST   /api/v1/2fa/disable-2FA/
POST   /api/v2/2fa/disable-2FA/

## The links of the same people, of a client that need not be theirs: without a link there is nothing to end
own      + + + + + + + 3 + 3 1
foreign  + + + 4 4 4 4 3 + 3 1
DELETE /api/v1/accounts/provider-links/:id/

## How a client's people sign in: operator staff and its account managers
own      + + + + 3 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/clients/:id/sign-in/
PATCH  /api/v1/clients/:id/sign-in/
GET    /api/v1/clients/:id/provider/
PUT    /api/v1/clients/:id/provider/
DELETE /api/v1/clients/:id/provider/
POST   /api/v1/clients/:id/users/:user/confirm/

## Service accounts of a client: its account managers and operator staff with an own sign-in
own      + + + + 3 3 3 3 3 3 1
foreign  + + + 4 4 4 4 3 3 3 1
GET    /api/v1/service-accounts/
POST   /api/v1/service-accounts/
PATCH  /api/v1/service-accounts/:id/
POST   /api/v1/service-accounts/:id/adopt/
DELETE /api/v1/service-accounts/:id/
POST   /api/v1/service-accounts/:id/keys/
PATCH  /api/v1/service-accounts/:id/keys/:key/
DELETE /api/v1/service-accounts/:id/keys/:key/

## The chain of the audit log, of all clients: OEM and super users
own      + + 3 3 3 3 3 3 3 3 1
foreign  + + 3 3 3 3 3 3 3 3 1
GET    /api/v1/audit/settings/
GET    /api/v1/audit/heads/
GET    /api/v1/audit/chain/

## How long the audit log is kept: super users
own      + 3 3 3 3 3 3 3 3 3 1
foreign  + 3 3 3 3 3 3 3 3 3 1
PATCH  /api/v1/audit/settings/
`;
