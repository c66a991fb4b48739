export { makeFirstRule } from './first-rule.ts';
export { addEmailRuleRoutes, type EmailRulesParts, loadEmailRule } from './routes.ts';
export { addSendingRoutes } from './sending/routes.ts';
export { askPending as askOwed, pendingRulesChannel as owedChannel, RuleRounds } from './sending/rule-worker.ts';
export { type SendingParts, sendingTasks } from './sending/worker.ts';
export { mailedSites } from './store.ts';
