import { type EventType, eventLabels } from '../event.ts';
import type { TaskEvent } from '../webhooks.ts';
import { defineTexts } from './define-texts.ts';

const labels: Readonly<Record<EventType, string>> = eventLabels;
const tasks: Readonly<Record<TaskEvent, string>> = {
  task_opened: 'Maintenance Task Opened',
  task_changed: 'Maintenance Task Changed',
  task_closed: 'Maintenance Task Closed',
};

/** What an event is called on pages and in mails; the API and CSV files keep the English labels. */
export const texts = defineTexts('events', { labels, tasks });
