import { defineTexts } from './define-texts.ts';
export const texts = defineTexts('help', {
  title: 'Help',
  /** A page's name in the browser's tab. */
  tab: (page: string): string => `${page} - Help`,
  open: 'Help for this page',
  contents: 'Help pages',
  search: 'Search the help',
  nothingFound: (query: string): string => `Nothing about '${query}'`,
  next: 'Next',
  tour: {
    again: 'Show the tour',
    close: 'Close the tour for good',
    next: 'Next',
    back: 'Back',
    done: 'Done',
    of: (step: number, all: number): string => `${step} of ${all}`,
  },
});
