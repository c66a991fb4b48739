import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/on-call';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { dayMinuteText } from '../../../ui/time.ts';
import type { Gap } from '../model.ts';
import css from '../page.module.css';

const maxShown = 10;

interface Props {
  readonly gaps: readonly Gap[];
  readonly zone: string;
  readonly onFill: (gap: Gap) => void;
}

/** Each gap as a sentence with its reason and consequence, and a button to fill it. */
export const GapList = ({ gaps, zone, onFill }: Props) => {
  if (gaps.length === 0)
    return (
      <Row as="p" gap={8} margin={0} padding="12px 16px" tone="quiet">
        <Icon name="tick" size={16} /> {texts.noGaps}
      </Row>
    );
  return (
    <Text
      as="ul"
      margin={0}
      padding="4px 16px"
      listStyle="none"
      className={css.gaps}
      aria-label={texts.gaps(gaps.length)}
    >
      {gaps.slice(0, maxShown).map((gap, index) => (
        <li key={`${gap.row.rotation.id} ${gap.from}`}>
          <span className={index === 0 ? css.gapTag : css.gapIndent}>
            {index === 0 && (
              <>
                <Icon name="calendar" size={14} /> {texts.gaps(gaps.length)}
              </>
            )}
          </span>
          <p>
            <b>{texts.gapTitle(gap.row.rotation.title, dayMinuteText(gap.from, zone), dayMinuteText(gap.to, zone))}</b>{' '}
            {gap.duty.gap !== null && texts.reasons[gap.duty.gap](gap.duty.person?.name ?? '')} {texts.consequence}
          </p>
          {may(gap.row.rotation, 'rotation.override') && (
            <Button size="bar" onClick={() => onFill(gap)}>
              {texts.fill}
            </Button>
          )}
        </li>
      ))}
      {gaps.length > maxShown && <li>{texts.moreGaps(gaps.length - maxShown)}</li>}
    </Text>
  );
};
