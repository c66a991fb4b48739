export { type InviteParts, invite, type Offer } from './invite.ts';
export { addInvitationRoutes, type InvitationsParts, type Joining } from './routes.ts';
export { forgetInvitations, type OpenInvitationRow as Invitation } from './store.ts';
