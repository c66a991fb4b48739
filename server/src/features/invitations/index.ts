export { type AnswersDependencies as InvitationAcceptance, createProviderAcceptance } from './answers.ts';
export { invite } from './invite.ts';
export { addInvitationRoutes } from './routes.ts';
export { findOpen, forgetInvitations, type OpenInvitationRow as Invitation } from './store.ts';
