import { texts } from '@tocsin/contract/texts/schemas';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { useCounts } from './feed.tsx';
import css from './live.module.css';

/** The number of machines by state: '1 alarm', '1 warning', '1 no info', '1 held back', '7 OK'. */
export const StateChips = () => {
  const { alarm, warning, no_info, stopped, held, ok, reading } = useCounts();
  const chips: readonly (readonly [string | undefined, IconName | null, string])[] = [
    ...(alarm > 0 ? [[css.alarm, 'bellSolid', texts.alarms(alarm)] as const] : []),
    ...(warning > 0 ? [[css.warning, 'warningSolid', texts.warnings(warning)] as const] : []),
    ...(no_info > 0 ? [[css.no_info, 'brokenLink', texts.chips.noInfo(no_info)] as const] : []),
    ...(stopped > 0 ? [[css.plainChip, null, texts.chips.stopped(stopped)] as const] : []),
    ...(held > 0 ? [[css.plainChip, 'clock', texts.heldCount(held)] as const] : []),
    reading > 0 ? [css.plainChip, null, texts.reading] : [css.plainChip, 'tick', texts.chips.ok(ok)],
  ];
  return (
    <Row flex="none" gap={6} height={40} className={css.chips} role="status" aria-label={texts.statesNow}>
      {chips.map(([look, icon, text]) => (
        <Text
          key={text}
          height={24}
          padding="0 8px"
          borderRadius="var(--r-button)"
          weight={600}
          whiteSpace="nowrap"
          className={`${css.chip} ${look}`}
        >
          {icon && <Icon name={icon} size={14} />} {text}
        </Text>
      ))}
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
