/** Texts shared by dashboard, graphs and history. */
export const texts = {
  search: 'SEARCH',
  date: 'Date',
  time: 'Time',
  pickTime: 'Please select time before!',
  pickDate: 'Please select date before!',
  setting: 'Setting',
} as const;
