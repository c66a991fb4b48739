import { defineTexts } from './define-texts.ts';

/** The story that the demo plays on its real pages, from a warming bearing to the incident pack. */
export const texts = defineTexts('story', {
  close: 'End the story',
  /** Shown in a demo that has just started, while a page is still empty. */
  notYet: {
    values: 'The demo has just started. The first values arrive within a minute.',
    bearing: 'No bearing has run hot yet. This page follows by itself as soon as one has.',
    night: 'The demo is still writing its last weeks. The alarm appears here by itself, usually within two minutes.',
    shelf: 'Nothing is shelved yet. The demo’s manager does it within two minutes of the first warnings.',
    alarm: 'No alarm is stored yet. Each one will have the button ‘Incident pack’.',
  },
  warming: {
    title: 'A bearing warms',
    text: 'Every 20 minutes the head bearing of Leg 1 runs hot. Each card shows a value, its limits, its last minutes and how old it is. An alarm reaches every open page within a second.',
  },
  graph: {
    title: 'How it came to this',
    text: 'The same bearing over time. Red bands are alarms, gaps stay gaps. Compare it with yesterday, or drag another sensor onto the chart.',
  },
  rule: {
    title: 'A rule is tried on the past',
    text: 'Press Try: a warning rule runs over weeks of real readings and shows each message that it would have sent, before it wakes anybody.',
  },
  night: {
    title: 'An alarm at night',
    text: 'It cleared before anybody saw it. It stays here, and at the bell, until a person acknowledges it.',
  },
  escalation: {
    title: 'Somebody answers',
    text: 'An alarm goes to whoever is on call, then to the next, until a person acknowledges it. A span that nobody covers is red, weeks before it begins.',
  },
  shelf: {
    title: 'Quiet, but not forever',
    text: 'A sensor that chatters was shelved: with a reason, a name and an end. Its card still shows the truth.',
  },
  protection: {
    title: 'What does not protect now',
    text: 'Everything that is shelved, out of service, offline, overdue for its proof test or suspected dead, on one page.',
  },
  handover: {
    title: 'The morning’s handover',
    text: 'What happened since the shift began, what is still open, and who took over.',
  },
  film: {
    title: 'The plant as it was',
    text: 'The drawing at the moment of the alarm. Play it forward, up to 300 times as fast.',
  },
  pack: {
    title: 'All of it in one file',
    text: 'Incident pack: the order of events, the readings around them, who was notified and what each limit was, with checksums. That was the story; everything here is yours to try.',
  },
});
