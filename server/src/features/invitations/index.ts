export { type InviteDependencies, invite, type Offer } from './invite.ts';
export { addInvitationRoutes, type InvitationsDependencies, type Joining } from './routes.ts';
export { forgetInvitations, type OpenInvitationRow as Invitation } from './store.ts';
