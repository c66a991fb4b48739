import { defineTexts } from './define-texts.ts';

export const texts = defineTexts('film', {
  title: 'Time machine',
  open: 'Time machine',
  page: (schema: string): string => `Time machine: ${schema}`,
  toLive: 'Live view',
  past: (when: string): string => `The plant as it was at ${when}`,
  drawing: (when: string): string => `Drawing published ${when}`,
  later: (when: string): string =>
    `No drawing had been published at this moment: this is today's, published ${when}. Machines may have been elsewhere.`,
  notNormal: 'Not normal then',
  none: 'No drawing of this site has been published.',
  noTabs: 'This drawing has no tabs.',
  failed: 'The history could not be loaded. Please try again.',
  player: 'Film',
  date: 'Date',
  time: 'Time',
  tenBack: '-10 min',
  tenOn: '+10 min',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  speeds: (times: number): string => `${times}x`,
  slider: 'Moment',
  events: 'What happened',
  event: (when: string, what: string): string => `${when}: ${what}`,
  tabs: 'Tabs of the drawing',
});
