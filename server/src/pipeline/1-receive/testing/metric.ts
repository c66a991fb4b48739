import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js';

/** A metric as it is encoded: by an alias it has no name, and few have a timestamp, though the library's type asks for all. */
export const metric = (fields: Partial<UMetric> & Pick<UMetric, 'type' | 'value'>): UMetric => fields as UMetric;
