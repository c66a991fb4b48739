export const texts = {
  title: 'Help',
  open: 'Help for this page',
  contents: 'Help pages',
  search: 'Search the help',
  nothingFound: (typed: string): string => `Nothing about '${typed}'`,
  keys: 'Press ? for the keys, Ctrl K to find a page, a device or a sensor.',
  next: 'Next',
} as const;
