import { texts } from '@tocsin/contract/texts/schemas';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { useCounts } from './feed.tsx';
import css from './live.module.css';

const Chip = ({
  look,
  icon,
  children,
}: {
  readonly look?: string | undefined;
  readonly icon?: IconName;
  readonly children: ReactNode;
}) => (
  <Text
    height={24}
    padding="0 8px"
    borderRadius="var(--r-button)"
    weight={600}
    whiteSpace="nowrap"
    className={`${css.chip} ${look}`}
  >
    {icon && <Icon name={icon} size={14} />} {children}
  </Text>
);

/** The number of machines by state: '1 alarm', '1 warning', '1 no info', '8 OK'. */
export const StateChips = () => {
  const { alarm, warning, no_info, stopped, ok } = useCounts();
  return (
    <Row flex="none" gap={6} height={40} className={css.chips} role="status" aria-label={texts.statesNow}>
      {alarm > 0 && (
        <Chip look={css.alarm} icon="bellSolid">
          {texts.alarms(alarm)}
        </Chip>
      )}
      {warning > 0 && (
        <Chip look={css.warning} icon="warningSolid">
          {texts.warnings(warning)}
        </Chip>
      )}
      {no_info > 0 && (
        <Chip look={css.no_info} icon="brokenLink">
          {texts.chips.noInfo(no_info)}
        </Chip>
      )}
      {stopped > 0 && <Chip look={css.plainChip}>{texts.chips.stopped(stopped)}</Chip>}
      <Chip look={css.plainChip} icon="tick">
        {texts.chips.ok(ok)}
      </Chip>
    </Row>
  );
};

/** The bar above a drawing. */
export const PlantBar = ({ children }: { readonly children: ReactNode }) => (
  <Row
    align="flex-end"
    justify="space-between"
    gap="8px 20px"
    padding="0 var(--page-pad)"
    borderBottom="1px solid var(--line)"
    className={css.bar}
  >
    {children}
  </Row>
);
