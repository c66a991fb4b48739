import { schemaMatrix } from './matrix-schemas.ts';
import { signInMatrix } from './matrix-sign-in.ts';

/**
 * Expected outcomes by role, written by hand and independent of the authorization table; the walk checks the server against it.
 *
 * A block is a title, two lines of outcomes, and the routes to which they apply.
 *   own      with the ids of the role's own tenant (for staff: of some tenant)
 *   foreign  with the ids and the selection of another tenant
 * in the order  super oem staff account manager engineer user provider both wall nobody  of world.ts:
 *   +  admitted by the rule (the handler may still refuse)
 *   3  403, visible but not allowed       4  404, does not exist for them       1  401, not signed in
 */
export const matrix = `
## Everybody, signed in or not: signing in, what a mailed link opens, what stands behind the captcha
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/accounts/login-jwt/
POST   /api/v1/accounts/password/reset/
POST   /api/v1/accounts/password/reset/confirm/
POST   /api/v1/accounts/email/change/confirm/
POST   /api/v1/register-for-demo/
POST   /api/v1/feedback/
GET    /api/v1/verify-recaptcha/
POST   /api/v1/verify-recaptcha/
GET    /api/v1/layout-settings/
GET    /api/v2/layout-settings/
GET    /api/v1/get-flatpages/
GET    /api/v2/get-flatpages/

## Devices, by their serial number and code, never by a person's session
own      1 1 1 1 1 1 1 1 1 1 1
foreign  1 1 1 1 1 1 1 1 1 1 1
POST   /api/v1/ingest/:udf_id/birth/
POST   /api/v1/ingest/:udf_id/data/
POST   /api/v1/ingest/:udf_id/death/
POST   /api/v1/ingest/:udf_id/mapped/
POST   /api/v1/ingest/mapped/

## By a secret of their own alone: without it they name nothing, for anybody
own      + + + + + + + + + + +
foreign  + + + 4 4 4 4 4 + 4 4
GET    /api/v1/users/activation/get-state/:token/
GET    /api/v1/invitation-links/:token/
POST   /api/v1/invitation-links/:token/accept/
POST   /api/v1/invitation-links/:token/decline/
GET    /api/v1/unsubscribe/:token/
POST   /api/v1/unsubscribe/:token/

## The same, refused for their body first
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
POST   /api/v1/users/activation/accept-terms/:token/
POST   /api/v1/users/activation/set-password/:token/
POST   /api/v1/accounts/wall/

## A logo, which the landing page shows; this client has none
own      + + + + + + + + + + +
foreign  + + + 4 4 4 4 4 + 4 4
GET    /api/v1/clients/:id/logo/

## Pictures of the machine library, which belong to no tenant
own      + + + + + + + + + + +
foreign  + + + + + + + + + + +
GET    /api/v2/type-of-machine/:id/pictures/:picture

## Everybody signed in, wall displays too, whatever is selected
own      + + + + + + + + + + 1
foreign  + + + + + + + + + + 1
GET    /api/v1/me/
GET    /api/v2/me/
GET    /api/v1/notifications/active-count/
GET    /api/v1/notifications/unacknowledged-count/
GET    /api/v2/current-user-notifications/
GET    /ws/current-user-notifications/
GET    /api/v1/ws/current-user-notifications/
GET    /api/v2/ws/current-user-notifications/
POST   /api/v1/accounts/logout/
POST   /api/v2/accounts/logout/
POST   /api/v2/rest-auth/logout/
GET    /api/v1/ie-node-units/
GET    /api/v1/sensor-image-types/
GET    /api/v2/type-of-machine/

## Lists of what one sees: a foreign selection names nothing
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/
GET    /api/v2/locations/
GET    /api/v1/devices/
GET    /api/v1/devices/all/
GET    /api/v1/notifications/
GET    /api/v1/notifications/export/
GET    /api/v1/incidents/
GET    /api/v1/now/
GET    /api/v1/shelves/
GET    /api/v1/walk-tests/
GET    /api/v1/maintenance-tests/
GET    /api/v1/protection/
GET    /api/v1/protection/count/
GET    /api/v1/protection/export/
GET    /api/v1/protection/report/
GET    /api/v1/suspicions/

## Every person: what the sidebar shows, the tour, whether a second factor is needed
own      + + + + + + + + + 3 1
foreign  + + + + + + + + + 3 1
POST   /api/v1/notifications/acknowledge/
PUT    /api/v1/accounts/tour/
GET    /api/v1/2fa/is_2fa_required/
GET    /api/v2/2fa/is_2fa_required/
GET    /api/v1/timezones/
GET    /api/v1/oem/rss-feed/
GET    /api/v1/oem/rss-feed/entries/

## The same, of something that these people have not got (a setup begun, somebody's session)
own      + + + + + + + 3 + 3 1
foreign  + + + 4 4 4 4 3 + 3 1
GET    /api/v1/2fa/retrieve-code/
GET    /api/v2/2fa/retrieve-code/
DELETE /api/v1/accounts/sessions/:id/
DELETE /api/v1/accounts/api-keys/:id/
POST   /api/v1/invitations/:id/accept/
POST   /api/v1/invitations/:id/decline/

## Clients that one sees, and labels of what one sees
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/labels/:code/
GET    /api/v1/clients/:id/
POST   /api/v1/clients/:id/select/

## A client's settings: operator staff and its account managers
own      + + + + 3 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
PATCH  /api/v1/clients/:id/
PUT    /api/v1/clients/:id/logo/
DELETE /api/v1/clients/:id/logo/

## Removing a client: operator staff
own      + + + 3 3 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
DELETE /api/v1/clients/:id/

## Operator staff
own      + + + 3 3 3 3 3 3 3 1
foreign  + + + 3 3 3 3 3 3 3 1
POST   /api/v1/clients/
GET    /api/v1/clients/get-next-number/
POST   /api/v1/clients/:id/restore/
POST   /api/v1/locations/:id/restore/
POST   /api/v1/devices/:id/restore/
GET    /api/v1/oem/mailbox/
GET    /api/v1/oem/health/
GET    /api/v1/oem/health/alive-mail/
GET    /api/v1/oem/mailbox/:id/

## OEM and super users
own      + + 3 3 3 3 3 3 3 3 1
foreign  + + 3 3 3 3 3 3 3 3 1
GET    /api/v1/oem/device-registry/
GET    /api/v1/oem/unknown-nodes/
GET    /api/v1/oem/waiting/
POST   /api/v1/oem/device-registry/import/
GET    /api/v1/oem/settings/
GET    /api/v1/oem/first-steps/
PUT    /api/v1/oem/first-steps/
GET    /api/v1/oem/second-factor/
PATCH  /api/v1/oem/settings/
PUT    /api/v1/oem/health/alive-mail/
POST   /api/v1/oem/rss-feed/
GET    /api/v1/oem/flatpages/
POST   /api/v1/oem/flatpages/
PATCH  /api/v1/oem/flatpages/:id/
DELETE /api/v1/oem/flatpages/:id/

## What operator staff must have to sign in: super users
own      + 3 3 3 3 3 3 3 3 3 1
foreign  + 3 3 3 3 3 3 3 3 3 1
PUT    /api/v1/oem/second-factor/
DELETE /api/v1/oem/settings/

## The Clients page: staff, account managers, people of several clients
own      + + + + 3 3 3 3 + 3 1
foreign  + + + + 3 3 3 3 + 3 1
GET    /api/v1/clients/

## The audit: staff and account managers
own      + + + + 3 3 3 3 3 3 1
foreign  + + + + 3 3 3 3 3 3 1
GET    /api/v1/audit/
GET    /api/v1/audit/export/

## A client's people: with can_edit on one of its sites
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/clients/:id/users/
GET    /api/v1/clients/:id/invitations/
DELETE /api/v1/clients/:id/invitations/:invitation/

## Adding people
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 3 3 3 3 1
POST   /api/v1/users/

## People whom one sees: those of sites that one can edit
own      + + + + + + 4 4 4 3 1
foreign  + + + 4 4 4 4 4 4 3 1
GET    /api/v1/users/:id/
PUT    /api/v1/users/:id/
PATCH  /api/v1/users/:id/
POST   /api/v1/users/activation/resend-activation/:id/

## Taking somebody out of the client: account managers and staff; Managers and Engineers take them off their sites
own      + + + + + + 4 4 4 3 1
foreign  + + + 4 4 4 4 4 4 3 1
DELETE /api/v1/users/:id/

## What belongs to the person: staff, account managers of their only client
own      + + + + 3 3 4 4 4 3 1
foreign  + + + 4 4 4 4 4 4 3 1
DELETE /api/v1/users/:id/sessions/
POST   /api/v1/2fa/disable_2FA_via_id/:id/
POST   /api/v2/2fa/disable_2FA_via_id/:id/

## Memberships of a site
own      + + + + + + 4 4 4 3 1
foreign  + + + 4 4 4 4 4 4 3 1
PATCH  /api/v1/membership/:id/

## The same, where the site is seen
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v1/membership/

## Sites and devices that one sees
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
GET    /api/v1/locations/:id/
GET    /api/v2/locations/:id/
POST   /api/v1/locations/:id/select/
GET    /api/v1/devices/:id/
POST   /api/v1/devices/:id/select/
GET    /api/v1/devices/:id/sensors/
GET    /api/v1/devices/:id/settings/warnings/
GET    /api/v1/devices/:id/settings/sensor-names/
GET    /api/v1/devices/:id/settings/sensor-images/
GET    /api/v1/devices/:id/settings/sensor-types/
GET    /api/v1/devices/:id/settings/export/sensor-names/
GET    /api/v1/devices/:id/settings/export/warnings/
GET    /api/v1/devices/:id/settings/responses/
GET    /api/v1/locations/:id/responses/export/
GET    /api/v1/locations/:id/alarm-register/
GET    /api/v1/locations/:id/alarm-register/export/
GET    /api/v1/locations/:id/alarm-register/report/
GET    /api/v1/notifications/:id/response/
GET    /api/v1/devices/:id/get-maintenance-info/
GET    /api/v1/devices/:id/walk-tests/
GET    /api/v1/devices/:id/walk-tests/:walk/
GET    /api/v1/devices/:id/walk-tests/:walk/report/
GET    /api/v1/graphs/device/:id/
GET    /api/v1/graphs/device/:id/live-update/
GET    /api/v1/devices/:id/live/
GET    /api/v1/graphs/device/:id/export/
GET    /api/v1/graphs/device/:id/f500-nodes/
GET    /api/v1/devices/:id/historical/records/
GET    /api/v1/devices/:id/bearing-weeks/
GET    /api/v1/locations/:id/proof-tests/
GET    /api/v1/protection/hours/
GET    /api/v1/protection/hours/months/
GET    /api/v1/protection/hours/export/
GET    /api/v1/locations/:id/proof-tests/export/
GET    /api/v1/locations/:id/proof-tests/report/
GET    /api/v1/locations/:id/rounds/
GET    /api/v1/locations/:id/rounds/export/
GET    /ws/device-data/:udf_id/
GET    /api/v1/ws/device-data/:udf_id/

## can_edit on the site
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
PATCH  /api/v1/locations/:id/
GET    /api/v1/locations/:id/gateway/
GET    /api/v1/locations/:id/wall-displays/
POST   /api/v1/locations/:id/wall-displays/
DELETE /api/v1/locations/:id/wall-displays/:session/
PATCH  /api/v1/devices/:id/
GET    /api/v1/devices/:id/connection/
GET    /api/v1/devices/:id/qr/
POST   /api/v1/devices/:id/replay/
GET    /api/v1/devices/:id/modbus/
POST   /api/v1/devices/:id/modbus/tags/
POST   /api/v1/devices/:id/history-import/
POST   /api/v1/devices/:id/modbus/compared/
PUT    /api/v1/devices/:id/modbus/
POST   /api/v1/devices/:id/settings/sensor-names/
POST   /api/v1/devices/:id/settings/sensor-images/
POST   /api/v1/devices/:id/settings/sensor-types/
POST   /api/v1/devices/:id/settings/import/sensor-names/
POST   /api/v1/devices/:id/settings/import/warnings/
POST   /api/v1/devices/:id/settings/responses/
POST   /api/v1/locations/:id/responses/import/
POST   /api/v1/devices/:id/settings/warnings/rehearsal/
POST   /api/v1/devices/:id/maintenance/
POST   /api/v1/devices/:id/walk-tests/
POST   /api/v1/devices/:id/walk-tests/:walk/press/
POST   /api/v1/devices/:id/walk-tests/:walk/arm/
POST   /api/v1/devices/:id/walk-tests/:walk/skip/
POST   /api/v1/devices/:id/walk-tests/:walk/take-over/
POST   /api/v1/devices/:id/walk-tests/:walk/sign/
POST   /api/v1/devices/:id/rounds/
POST   /api/v1/devices/:id/tasks/
POST   /api/v1/overrides/
DELETE /api/v1/overrides/:id/
POST   /api/v1/suspicions/:id/dismiss/
POST   /api/v1/suspicions/:id/restore/
GET    /api/v1/devices/:id/test-codes/
GET    /api/v1/locations/:id/labels/
POST   /api/v1/locations/:id/labels/
GET    /api/v1/analytics/:id/bad-actors/
GET    /api/v1/analytics/:id/bad-actors/export/
GET    /api/v1/locations/:id/inspection/
GET    /api/v1/locations/:id/inspection/export/
GET    /api/v1/locations/:id/inspection/report/

## The same, with a text of its own for those who may only read (wall displays too)
own      + + + + + + 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 4 1
POST   /api/v1/devices/:id/settings/warnings/

## Managers: adding, suspending and removing
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
POST   /api/v1/rotations/
PATCH  /api/v1/rotations/:id/
POST   /api/v1/rotations/:id/preview/
DELETE /api/v1/rotations/:id/
POST   /api/v1/escalation-policies/
PATCH  /api/v1/escalation-policies/:id/
POST   /api/v1/escalation-policies/:id/tests/
POST   /api/v1/escalation-policies/:id/tests/:test/cancel/
DELETE /api/v1/escalation-policies/:id/
POST   /api/v1/locations/
POST   /api/v1/locations/:id/suspend/
POST   /api/v1/locations/:id/alarm-register/approve/
GET    /api/v1/locations/:id/certificates/
POST   /api/v1/locations/:id/certificates/
GET    /api/v1/locations/:id/certificates/:number/:part/
POST   /api/v1/locations/:id/gateway/
GET    /api/v1/locations/:id/waiting/
GET    /api/v1/locations/:id/waiting/messages/
DELETE /api/v1/locations/:id/gateway/
DELETE /api/v1/locations/:id/
POST   /api/v1/devices/
POST   /api/v1/devices/open/
POST   /api/v1/devices/:id/suspend/
POST   /api/v1/devices/:id/settings/warnings/decide/
DELETE /api/v1/devices/:id/

## Acknowledging and shelving: everybody who sees the device but wall displays
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
POST   /api/v1/notifications/:id/acknowledge/
POST   /api/v1/notifications/:id/escalation/notify-next/
POST   /api/v1/shelves/
POST   /api/v1/shelves/:id/extend/
POST   /api/v1/shelves/:id/end/
POST   /api/v1/notifications/:id/hand-over/
GET    /api/v1/notifications/:id/task-owners/
PATCH  /api/v1/maintenance-tasks/:id/
POST   /api/v1/maintenance-tasks/:id/close/

## E-mail rules: one's own; account managers and staff see those of others
own      + + + + 4 4 4 4 4 3 1
foreign  + + + 4 4 4 4 4 4 3 1
GET    /api/v1/notification-settings/:id/
PATCH  /api/v1/notification-settings/:id/
DELETE /api/v1/notification-settings/:id/
GET    /api/v1/notification-settings/:id/mails/
POST   /api/v1/notification-settings/:id/test/

## Everybody's own rules
own      + + + + + + + + + 3 1
foreign  + + + 4 4 4 4 4 + 3 1
GET    /api/v1/notification-settings/

## Everybody's own rules, refused for their body first
own      + + + + + + + + + 3 1
foreign  + + + + + + + + + 3 1
POST   /api/v1/notification-settings/

## Selecting nodes for graphs: everybody who sees the device; a wall display has no selection of its own
own      + + + + + + + + + + 1
foreign  + + + 4 4 4 4 4 + 4 1
POST   /api/v1/graphs/device/:id/
GET    /api/v1/devices/:id/historical/records/:record/

## Reports about alarms: operator staff and managers, of all device types but 0005 and 0006
own      + + + + + 3 3 3 3 3 1
foreign  + + + 4 4 4 4 4 3 3 1
GET    /api/v1/analytics/:id/alarm-sensor/
GET    /api/v1/analytics/:id/alarm-time/
GET    /api/v1/analytics/:id/alarm-type/
GET    /api/v1/analytics/:id/export/

## Fixing notifications: super users
own      + 3 3 3 3 3 3 3 3 3 1
foreign  + 3 3 4 4 4 4 4 3 3 1
POST   /api/v1/devices/:id/fix-notifications/

${schemaMatrix}
${signInMatrix}`;

/** Calls allowed while the second factor is open; all others are 403 for everybody. */
export const openWhileUnverified = `
GET    /api/v1/me/
GET    /api/v2/me/
POST   /api/v1/accounts/logout/
POST   /api/v2/accounts/logout/
POST   /api/v2/rest-auth/logout/
GET    /api/v1/2fa/is_2fa_required/
GET    /api/v2/2fa/is_2fa_required/
POST   /api/v1/2fa/verify_2fa/
POST   /api/v2/2fa/verify_2fa/
POST   /api/v1/2fa/passkeys/verify/begin/
POST   /api/v1/2fa/passkeys/verify/
`;
