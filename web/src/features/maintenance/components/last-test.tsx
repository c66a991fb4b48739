import type { MaintenanceInfo } from '@tocsin/contract/maintenance';
import { texts } from '@tocsin/contract/texts/maintenance';
import { Text } from '../../../ui/layout.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { agoText } from '../../../ui/time.ts';
import { outcomeOf } from '../model.ts';

interface Props {
  readonly info: MaintenanceInfo;
  readonly path: string;
  readonly now: () => number;
}

/** When this sensor was last tested, by whom, and the outcome. */
export const LastTest = ({ info, path, now }: Props) => {
  const record = info.sensors.find((each) => each.sensor_id === path);
  const ago = useTicking(() => (record ? agoText(now() - Date.parse(record.maintenance_time)) : ''));
  const outcome = record && outcomeOf(record);
  return (
    <Text as="p" paddingTop={12} borderTop="1px solid var(--line)" tone="quiet">
      {record && outcome ? texts.page.lastTest(texts.last[outcome], ago, record.performed_by) : texts.page.neverTested}
    </Text>
  );
};
