export { captchaOrigins } from './captcha.ts';
export { type AccountsDependencies, accountPurpose, type Contacts } from './dependencies.ts';
export { createInvitationLinks, type InvitationLinks } from './invitation-links.ts';
export { hashPassword } from './passwords.ts';
export { createPeople, type People } from './people.ts';
export { resetSecondFactor } from './reset-second-factor.ts';
export { addAccountRoutes } from './routes.ts';
export { createFirstUser, createSuperuser, type FirstUser } from './superuser.ts';
export { createForgetting, enqueueCleanup, forgetTask } from './worker.ts';
