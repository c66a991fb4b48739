import { keepPreviousData } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/protection-hours';
import { callQuery, download } from '../../api/call.ts';

/** Devices of one answer; the rest is in the CSV file. */
const mostDevices = 200;

/** The first day of a month ('2026-10') and of the next one. */
const daysOfMonth = (month: string): { readonly from: string; readonly to: string } => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10) };
};
/** The month some months after another. */
export const monthAfter = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

export const hoursQuery = (site: number | null, month: string) =>
  callQuery(['protected-hours', site, month], endpoints.hours, {
    query: { site: site ?? 0, ...daysOfMonth(month), limit: mostDevices },
    enabled: site !== null,
    placeholderData: keepPreviousData,
  });

export const settingQuery = (device: number) =>
  callQuery(['protection-setting', device], endpoints.setting, { params: { id: device } });

export const hoursCsv = (site: number, month: string) =>
  download(endpoints.hoursExport, { query: { site, ...daysOfMonth(month) } }, `protected_hours_${month}.csv`);
