const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const texts = {
  bell: (count: number): string => `Notifications, ${count} active`,
  alarms: (count: number): string => many(count, 'alarm'),
  warnings: (count: number): string => many(count, 'warning'),
  show: 'Show',
  open: 'Open',
  close: 'Close',
  /** A toast of several events of one device. */
  several: (count: number, device: string): string => `${count} events of ${device}`,
  first: 'First',
  title: 'Notifications',
  everything: 'All sites and devices you may see',
  sites: 'Sites',
  active: 'Active',
  historical: 'Historical',
  search: 'Search sensor or content',
  empty: 'There are no notifications.',
  on: 'On',
  off: 'Off',
  columns: {
    time: 'Time',
    location: 'Location',
    device: 'Device',
    sensor: 'Sensor',
    event: 'Event',
    content: 'Content',
    inAlarm: 'In alarm',
  },
} as const;
