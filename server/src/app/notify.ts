import type { Person } from '../access/principal.ts';
import { acknowledgeTest, testForPerson } from '../features/escalation/index.ts';
import { createStories } from '../features/incidents/index.ts';
import type { MessagesDependencies } from '../features/messages/index.ts';
import { acknowledgeByLink, eventForPerson, notificationSensor } from '../features/notifications/index.ts';
import { emergencyAddress, managersOfServed } from '../features/on-call/index.ts';
import { responseFor, saidOfSensors } from '../features/sensors/index.ts';
import type { NotifyDependencies } from '../notify/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';

/** What notifying asks the features: how to respond, who is to be told, and what a person may see. */
export const notifySources: NotifyDependencies['sources'] = {
  saidOf: saidOfSensors,
  emergencyAddress,
  managersOf: managersOfServed,
  eventFor: eventForPerson,
  testFor: testForPerson,
  async whatToDo(db, eventId) {
    const source = await notificationSensor(db, eventId);
    if (source?.path === undefined || source.path === null) return null;
    return (await responseFor(db, source.deviceId, source.path, source.ruleId)).what_to_do;
  },
};

/** The same with the stories of incidents, which need the pipeline and history. */
export const notifyWithStories = (reading: Parameters<typeof createStories>[0]): NotifyDependencies['sources'] => ({
  ...notifySources,
  storyFor: createStories(reading),
});

/** What messages are about: events, which belong to notifications, and tests, which belong to policies. */
export const messageSubjects = (
  db: Db,
  clock: Clock,
  acknowledged: (events: NonNullable<Awaited<ReturnType<typeof acknowledgeByLink>>>[]) => void,
): Pick<MessagesDependencies, 'eventFor' | 'acknowledgeAs'> => ({
  eventFor: async (who: Person, about) =>
    about.eventId === null
      ? await testForPerson(db, who, about.policyTestId)
      : await eventForPerson(db, who, about.eventId),
  acknowledgeAs: async (who: Person, { about, ...request }) => {
    if (about.eventId === null) return await acknowledgeTest(db, who, { ...request, testId: about.policyTestId });
    const event = await acknowledgeByLink(db, who, { ...request, eventId: about.eventId, now: clock.now() });
    if (event) acknowledged([event]);
  },
});
