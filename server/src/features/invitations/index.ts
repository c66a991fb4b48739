export { invite, type Offer } from './invite.ts';
export { addInvitationRoutes } from './routes.ts';
export { forgetInvitations, type OpenInvitationRow as Invitation } from './store.ts';
