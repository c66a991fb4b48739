import { z } from 'zod';

/** Device type codes and their labels. */
export const deviceTypeLabels = {
  F500: 'F500',
  '0300': 'WDC4',
  '0005': 'ETH-NODE-1',
  '0006': 'ETH-NODE-2',
  'F500-UDF': 'F500 UDF',
} as const;

export type DeviceType = keyof typeof deviceTypeLabels;
export const DeviceType = z.enum(['F500', '0300', '0005', '0006', 'F500-UDF']);

/** F500 types group their sensors by node: each group of a birth is a node. */
export const hasNodes = (type: DeviceType): boolean => type === 'F500' || type === 'F500-UDF';
/** IE-Nodes raise no alarms themselves; they only have the portal's warnings. */
export const warnsOnly = (type: DeviceType): boolean => type === '0005' || type === '0006';
/** Types that require a udf_id. */
export const needsUdfId = (type: DeviceType): boolean => type !== 'F500';
/** Types that have an ip_address field. */
export const takesIpAddress = (type: DeviceType): boolean => hasNodes(type);
