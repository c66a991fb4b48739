import type { ProtectionCause } from '@tocsin/contract/protection-causes';
import type { ProtectedDevice } from '@tocsin/contract/protection-hours';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { hoursText } from '../model.ts';

const line = (angle: number, on: number, off: number): string =>
  `repeating-linear-gradient(${angle}deg, var(--text) 0 ${on}px, var(--surface) ${on}px ${off}px)`;
/** Patterns in ink: nothing is in alarm here. */
const patterns: Readonly<Record<ProtectionCause, string>> = {
  no_data: 'var(--surface)',
  offline: line(135, 1.5, 4),
  suspended: line(90, 1, 3),
  out_of_service: line(90, 1, 6),
  nothing_required: line(0, 1, 6),
  no_value: line(45, 1, 3),
  shelved: line(0, 1.5, 4),
  disabled: line(90, 2, 4),
  not_scanned: line(45, 1, 6),
  suspected_dead: 'radial-gradient(circle, var(--surface) 1px, var(--text) 1.2px) 0 0 / 4px 4px',
  overdue: 'var(--text)',
  not_reached: line(0, 3, 4),
};

export const CauseMark = ({ cause }: { readonly cause: ProtectionCause }) => (
  <Text
    as="i"
    display="inline-block"
    width={12}
    height={12}
    border="1px solid var(--text)"
    borderRadius={2}
    background={patterns[cause]}
    aria-hidden="true"
  />
);

/** What is protected is grey: whole where tests have proved it, an outline with dots where nobody ever has. */
const protections = {
  proved: 'var(--line2)',
  unproved: 'radial-gradient(circle, var(--line2) 1px, var(--surface) 1.2px) 0 0 / 5px 5px',
} as const;
const outline = '1px solid var(--line2)';

export const ProtectedMark = ({ kind }: { readonly kind: keyof typeof protections }) => (
  <Text
    as="i"
    display="inline-block"
    width={12}
    height={12}
    border={outline}
    background={protections[kind]}
    aria-hidden="true"
  />
);

const dayMinutes = 1_440;
const heightPx = 44;

/** One bar a day: its height is the hours of running, unprotected at the bottom, never proved above it. */
export const HoursStrip = ({
  days,
  dates,
}: {
  readonly days: ProtectedDevice['days'];
  readonly dates: readonly string[];
}) => (
  <Row align="flex-end" gap={2} height={heightPx} borderBottom="1px solid var(--line2)" aria-hidden="true">
    {days.map(({ running, protected: kept, proved, causes }, index) => {
      const px = (minutes: number): number => (minutes === 0 ? 0 : Math.max(2, (heightPx * minutes) / dayMinutes));
      return (
        <Stack
          key={dates[index]}
          flex="1 1 0"
          minWidth={2}
          height={px(running)}
          alignContent="end"
          background={protections.proved}
          overflow="hidden"
          title={`${dates[index]}: ${texts.ran(hoursText(running))}`}
        >
          {kept > proved && (
            <Text as="div" height={px(kept - proved)} border={outline} background={protections.unproved} />
          )}
          {causes.map(({ cause, minutes }) => (
            <Text
              key={cause}
              as="div"
              height={px(minutes)}
              border="1px solid var(--text)"
              background={patterns[cause]}
            />
          ))}
        </Stack>
      );
    })}
  </Row>
);

/** The day of the month at every second bar, or at one a week where there is little room. */
export const DayLabels = ({ dates, isNarrow }: { readonly dates: readonly string[]; readonly isNarrow: boolean }) => (
  <Row gap={2} size={12} tone="quiet" weight={400} aria-hidden="true">
    {dates.map((date, index) => (
      <Text key={date} flex="1 1 0" minWidth={2} textAlign="center" whiteSpace="nowrap">
        {index % (isNarrow ? 7 : 2) === 0 && Number(date.slice(8))}
      </Text>
    ))}
  </Row>
);
