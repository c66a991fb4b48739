import { texts } from '@tocsin/contract/texts/schemas';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { useCounts } from './feed.tsx';
import css from './live.module.css';

/** The number of machines by state: '1 alarm', '1 warning', '1 no info', '8 OK'. */
export const StateChips = () => {
  const { alarm, warning, no_info, stopped, ok } = useCounts();
  return (
    <Row flex="none" gap={6} height={40} className={css.chips} role="status" aria-label={texts.statesNow}>
      {alarm > 0 && (
        <Text
          height={24}
          padding="0 8px"
          borderRadius="var(--r-button)"
          weight={600}
          whiteSpace="nowrap"
          className={`${css.chip} ${css.alarm}`}
        >
          <Icon name="bellSolid" size={14} /> {texts.alarms(alarm)}
        </Text>
      )}
      {warning > 0 && (
        <Text
          height={24}
          padding="0 8px"
          borderRadius="var(--r-button)"
          weight={600}
          whiteSpace="nowrap"
          className={`${css.chip} ${css.warning}`}
        >
          <Icon name="warningSolid" size={14} /> {texts.warnings(warning)}
        </Text>
      )}
      {no_info > 0 && (
        <Text
          height={24}
          padding="0 8px"
          borderRadius="var(--r-button)"
          weight={600}
          whiteSpace="nowrap"
          className={`${css.chip} ${css.no_info}`}
        >
          <Icon name="brokenLink" size={14} /> {texts.chips.noInfo(no_info)}
        </Text>
      )}
      {stopped > 0 && (
        <Text
          height={24}
          padding="0 8px"
          borderRadius="var(--r-button)"
          weight={600}
          whiteSpace="nowrap"
          className={`${css.chip} ${css.plainChip}`}
        >
          {texts.chips.stopped(stopped)}
        </Text>
      )}
      <Text
        height={24}
        padding="0 8px"
        borderRadius="var(--r-button)"
        weight={600}
        whiteSpace="nowrap"
        className={`${css.chip} ${css.plainChip}`}
      >
        <Icon name="tick" size={14} /> {texts.chips.ok(ok)}
      </Text>
    </Row>
  );
};
