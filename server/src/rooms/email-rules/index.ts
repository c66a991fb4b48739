export { makeFirstRule } from './first-rule.ts';
export { addEmailRuleRoutes, type EmailRulesParts, loadEmailRule } from './routes.ts';
export { askOwed, owedChannel, RuleRounds } from './sending/rounds.ts';
export { addSendingRoutes } from './sending/routes.ts';
export { type SendingParts, sendingTasks } from './sending/worker.ts';
export { mailedSites } from './store.ts';
