export { captchaOrigins } from './captcha.ts';
export type { AccountsParts, Contacts } from './parts.ts';
export { hashPassword } from './passwords.ts';
export { createPeople, type People } from './people.ts';
export { addAccountRoutes } from './routes.ts';
export { createFirstUser, createSuperuser, type FirstUser } from './superuser.ts';
export { createForgetting, forgetTask, oweForgetting } from './worker.ts';
