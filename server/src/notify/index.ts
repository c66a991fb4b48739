/** What features and app/ may use of notifying. */

export {
  coversDevice,
  isEnd,
  type MailedPlace,
  type PolicyTerms,
  policyIsAbout,
  type SendingRule,
} from './1-match/match.ts';
export { policiesAbout, policiesOf, rulesFor } from './1-match/store.ts';
export { enqueueEscalation, enqueueForEvents } from './1-match/store-pending.ts';
export { toldWithoutPolicy } from './1-match/without-policy.ts';
export { foreseenSteps } from './2-escalate/policies/foresee.ts';
export { roundPlanOf } from './2-escalate/policies/start.ts';
export {
  advanceAfterFailedMessages,
  databaseNow,
  type EscalationRow,
  hasten,
} from './2-escalate/policies/store-escalations.ts';
export { endTest, startTest } from './2-escalate/policies/store-tests.ts';
export { plannedStep, type RoundPlan, usedUpAt } from './2-escalate/policies/timeline.ts';
export {
  decide,
  gatherMs,
  hourMs,
  type MailedEvent,
  nextReminder,
  type RuleMailState,
  type RuleTerms,
  singleMails,
} from './2-escalate/rules/decide.ts';
export { termsOf } from './2-escalate/rules/queue-mail.ts';
export { type DutySpan, dutiesBetween, type OverrideSpan } from './3-resolve/duty.ts';
export { kindsFor } from './3-resolve/methods.ts';
export type { DutyHoldersPort, PeopleOfPolicies, PolicyRoster, TargetWebhooks } from './3-resolve/people.ts';
export { peopleOfPolicies } from './3-resolve/people-of-policies.ts';
export { shownQuietHours, storedQuietHours } from './3-resolve/quiet-hours.ts';
export { isReaching, type Recipient, type ResolvedStep, resolveStep } from './3-resolve/recipients.ts';
export { type QuietHoursRow, quietHoursOf } from './3-resolve/store-reach.ts';
export { type Roster, readRoster } from './3-resolve/store-roster.ts';
export { type OverrideRow, overridesOf, planOf, spanOf } from './3-resolve/store-rotations.ts';
export type { Content } from './4-deliver/content.ts';
export { idOfToken, isTokenOf, linkMs, smsCode, unsubscribeToken } from './4-deliver/link.ts';
export { pushKeysOf, subscriptionMistake } from './4-deliver/push/push.ts';
export { type SendDependencies, sendTo } from './4-deliver/send-to-method.ts';
export { Headers, smsTemplateMistake, valueAt } from './4-deliver/sms/sms.ts';
export { readGateway, type SmsGatewayRow } from './4-deliver/sms/store-gateway.ts';
export { markDelivered, markReported } from './4-deliver/store-direct.ts';
export {
  type About,
  aboutOf,
  markAcknowledged,
  markOpened,
} from './4-deliver/store-messages.ts';
export { type ContactMethodRow, findMethod, isUsable, setConfirmed } from './4-deliver/store-methods.ts';
export { bodyOf } from './4-deliver/webhook/formats.ts';
export { testMessage } from './4-deliver/webhook/message.ts';
export { queueTask } from './4-deliver/webhook/queue-task.ts';
export { failWaiting, insertDeliveries } from './4-deliver/webhook/store-deliveries.ts';
export { templateMistake } from './4-deliver/webhook/template.ts';
export { createNotify, type NotifyDependencies } from './notify.ts';
export type { PolicyFields, StoredTarget } from './policy-fields.ts';
