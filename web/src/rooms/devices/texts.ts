export const texts = {
  title: (site: string): string => `${site} - Devices`,
  toSites: 'Sites',
  empty: 'location is empty!',
  add: 'Add New Device',
  edit: 'Edit device',
  pickSite: 'please select a location first',
  suspended: 'Suspended: alarms are not told',
  failed: 'Something went wrong. Please try to refresh the page',
} as const;
