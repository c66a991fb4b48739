export { makeFirstRule } from './first-rule.ts';
export { addEmailRuleRoutes, type EmailRulesParts, loadEmailRule } from './routes.ts';
export { mailedSites } from './store.ts';
