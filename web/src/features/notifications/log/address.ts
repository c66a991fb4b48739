import { eventLabels } from '@tocsin/contract/event';
import { priorities } from '@tocsin/contract/priority';
import { type EventChoice, type LogFilters, noFilters, type Tab, tabs } from './model.ts';

/** What a link to the log can set: the tab and its filters. */
export interface LogAddress {
  readonly tab: Tab;
  readonly filters: LogFilters;
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
const isEvent = (text: string | null): text is EventChoice =>
  text === 'began' || (text !== null && Object.hasOwn(eventLabels, text));

/** Parses the query of the log's address; unknown and invalid values are left out. */
export const logAddress = (query: string): LogAddress => {
  const given = new URLSearchParams(query);
  // The router quotes texts that look like numbers.
  const text = (name: string): string | null => given.get(name)?.replace(/^"(.*)"$/, '$1') ?? null;
  const isMaintenance = text('type') === 'maintenance';
  const [from, to, event, shelved] = [text('from'), text('to'), text('event'), text('shelved')];
  return {
    tab: isMaintenance ? 'historical' : (tabs.find((tab) => tab === text('tab')) ?? 'active'),
    filters: {
      ...noFilters,
      search: (text('search') ?? '').slice(0, 200),
      from: isDay(from) ? from : null,
      to: isDay(to) ? to : null,
      site: idOf(text('site')),
      device: idOf(text('device')),
      event: isMaintenance ? 'maintenance' : isEvent(event) ? event : null,
      priority: priorities.find((level) => level === text('priority')) ?? null,
      shelved: shelved === 'true' ? true : shelved === 'false' ? false : null,
    },
  };
};
