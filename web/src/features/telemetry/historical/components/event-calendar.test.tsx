import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventCalendar } from './event-calendar.tsx';

const nothing = (): void => undefined;

test('the calendar counts the events that began on each day, and disables future days', () => {
  const counts = new Map([['2026-11-20', { alarm: 2, warning: 1, offline: 0 }]]);
  const html = renderToStaticMarkup(
    <EventCalendar
      month="2026-11"
      day="2026-11-20"
      today="2026-11-25"
      counts={counts}
      onMonth={nothing}
      onDay={nothing}
    />,
  );
  const buttonOf = (day: string) => new RegExp(`<button[^>]*data-day="${day}"[^>]*>`).exec(html)?.[0] ?? '';
  expect(html).toContain('November 2026');
  expect(buttonOf('2026-11-20')).toContain('aria-label="20 Nov 2026, 2 alarms, 1 warning"');
  expect(buttonOf('2026-11-20')).toContain('aria-current="date"');
  // One tab stop: arrow keys move between the days.
  expect(html.match(/data-day="[^"]*"[^>]*tabindex="0"/g)).toHaveLength(1);
  expect(buttonOf('2026-11-25')).not.toContain('disabled');
  expect(buttonOf('2026-11-26')).toContain('disabled');
});
