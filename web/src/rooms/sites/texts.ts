export const texts = {
  title: (company: string): string => `${company} - Sites`,
  toClients: 'Clients',
  empty: 'location is empty!',
  sort: 'Sort by Name',
  add: 'Add New Site',
  edit: 'Edit site',
  suspended: 'Suspended: alarms are not told',
  failed: 'Something went wrong. Please try to refresh the page',
} as const;
