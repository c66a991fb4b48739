export { acknowledgeTest, testForPerson } from './acknowledge-test.ts';
export { loadPolicy } from './loader.ts';
export { addEscalationRoutes } from './routes.ts';
export { addEventEscalationRoutes, escalationOfEvent } from './routes-event.ts';
export { addPolicyTestRoutes } from './routes-policy-tests.ts';
export { addPreviewRoutes } from './routes-preview.ts';
export { addRunningRoutes } from './routes-running.ts';
export { seedPolicy } from './seed.ts';
export { createTestReminder, testReminderTask } from './test-reminder.ts';
