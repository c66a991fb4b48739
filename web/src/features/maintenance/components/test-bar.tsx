import type { MaintenanceRecord } from '@tocsin/contract/maintenance';
import { texts } from '@tocsin/contract/texts/maintenance';
import { serverNow } from '../../../live/clock.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { timerText } from '../model.ts';
import css from './test-bar.module.css';

/** Remaining time of the eight minutes, then 'overtime'. */
export const Timer = ({ startedAt }: { readonly startedAt: string }) => {
  const text = useTicking(() => timerText(Date.parse(startedAt), serverNow()) ?? texts.overtime);
  return (
    <Text
      minWidth={64}
      size={20}
      weight={650}
      letterSpacing="-0.015em"
      textAlign="right"
      role="timer"
      aria-label={texts.left}
    >
      {text}
    </Text>
  );
};

interface Props {
  readonly current: MaintenanceRecord | null;
  readonly onCancel: () => void;
}

/** The current instruction above the dashboard; a click cancels the test, as on the sensor. */
export const TestBar = ({ current, onCancel }: Props) => {
  if (current === null) {
    return (
      <div className={css.bar} role="status">
        <Icon name="wrench" size={16} />
        <Text flex={1} minWidth={0}>
          {texts.click}
        </Text>
      </div>
    );
  }
  const alarmed = current.event_type === 'maintenance_expect_alarm_off';
  return (
    <div role="status">
      <button type="button" className={`${css.bar} ${alarmed ? css.alarm : css.running}`} onClick={onCancel}>
        <Icon name={alarmed ? 'bellSolid' : 'wrench'} size={16} />
        <Text flex={1} minWidth={0}>
          <Text as="b" weight={600}>
            {texts.inProgress} {current.sensor_name}
          </Text>{' '}
          {alarmed ? texts.alarm : texts.started}
        </Text>
        <Text as="small" tone="quiet" size={12} className={css.by}>
          {texts.by(current.performed_by)}
        </Text>
        <Timer startedAt={current.started_at} />
      </button>
    </div>
  );
};
