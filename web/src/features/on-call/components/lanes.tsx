import type { Duty, OnCallRow } from '@tocsin/contract/on-call';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/on-call';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { dayMinuteText, spanText, weekdayText } from '../../../ui/time.ts';
import { type AxisDay, type Block, blocksOf, daysOf, initialsOf } from '../model.ts';
import css from './lanes.module.css';

export interface LanesProps {
  readonly rows: readonly OnCallRow[];
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly onEdit: (row: OnCallRow) => void;
}

const nameOf = (duty: Duty): string => (duty.gap === null ? (duty.person?.name ?? texts.nobody) : texts.nobody);

/** Who is on call now, until when, and who is next. */
export const NowCell = ({ row, to, zone, onEdit }: Omit<LanesProps, 'rows' | 'from'> & { readonly row: OnCallRow }) => {
  const { rotation, now, duties } = row;
  const end = Date.parse(now.to);
  const next = duties[1];
  return (
    <Row gap={10} minHeight={76} padding="8px 8px 8px 16px" borderRight="1px solid var(--line)">
      <Stack
        as="span"
        flex="none"
        placeItems="center"
        width={28}
        height={28}
        borderRadius="50%"
        background="var(--line)"
        size={12}
        weight={600}
        className={`${css.avatar} ${now.gap === null ? '' : css.missing}`}
        aria-hidden="true"
      >
        {now.gap === null ? initialsOf(now.person?.name ?? '') : '!'}
      </Stack>
      <Stack flex={1} minWidth={0} overflowWrap="anywhere">
        <b>{nameOf(now)}</b>
        <Text as="small" tone="quiet" size={12}>
          {end >= to ? texts.until28(rotation.title) : texts.until(rotation.title, dayMinuteText(end, zone))}
        </Text>
        {now.is_mail_only && (
          <Text as="small" size={12} tone="warning">
            <Icon name="mail" size={12} /> {texts.mailOnly}
          </Text>
        )}
        {next && (
          <Text as="small" tone="quiet" size={12}>
            {next.gap === null ? texts.next(nameOf(next)) : texts.nextNobody}
            {next.is_mail_only && ` (${texts.mailOnly})`}
          </Text>
        )}
      </Stack>
      {may(rotation, 'rotation.change') && (
        <IconButton icon="edit" label={texts.editTitle(rotation.title)} size={16} onClick={() => onEdit(row)} />
      )}
    </Row>
  );
};

const DutyBlock = ({ block, zone, isNow }: { block: Block; zone: string; isNow: boolean }) => {
  const { duty, left, width, room } = block;
  const from = Date.parse(duty.from);
  const to = Date.parse(duty.to);
  const name = duty.gap === null ? nameOf(duty) : texts.gapLasts(spanText(to - from));
  const about = `${name}, ${texts.span(dayMinuteText(from, zone), dayMinuteText(to, zone))}`;
  const look = duty.gap !== null ? css.gap : duty.override !== null ? css.override : isNow ? css.current : '';
  const short = duty.gap === null ? initialsOf(name) : texts.gap;
  return (
    <li className={`${css.block} ${look}`} style={{ left: `${left}%`, width: `${width}%` }} title={about}>
      {room !== 'text' && <span className="unseen">{about}</span>}
      {room === 'initials' && (
        <Text as="b" weight={600} textOverflow="ellipsis" overflow="hidden" aria-hidden="true">
          {short}
        </Text>
      )}
      {room === 'text' && (
        <>
          <Text as="b" weight={600} textOverflow="ellipsis" overflow="hidden">
            {duty.gap === null ? name : texts.gap}
          </Text>
          <Text as="small" tone="quiet" size={12} textOverflow="ellipsis" overflow="hidden">
            {duty.gap === null ? texts.from(dayMinuteText(from, zone)) : spanText(to - from)}
          </Text>
        </>
      )}
      {duty.override !== null && <span className="unseen">{texts.override}</span>}
    </li>
  );
};

const Shades = ({ days }: { readonly days: readonly AxisDay[] }) => (
  <div aria-hidden="true">
    {days
      .filter((day) => day.isWeekend || day.isMonday)
      .map((day) => (
        <i
          key={day.at}
          className={day.isWeekend ? css.weekend : css.monday}
          style={{ left: `${day.left}%`, width: day.isWeekend ? `${day.width}%` : '0' }}
        />
      ))}
  </div>
);

/** One lane for each rotation with its final schedule: overrides are applied, gaps are red. */
export const Lanes = ({ rows, from, to, zone, onEdit }: LanesProps) => {
  const days = daysOf(from, to, zone);
  // The label of a Monday shortly after now would cover the first label.
  const labels = days.filter((day, index) => index === 0 || (day.isMonday && day.left > 14 && day.left < 90));
  return (
    <Text as="section" borderBottom="1px solid var(--line)" aria-label={texts.lanes}>
      <Text as="div" height={36} borderBottom="1px solid var(--line)" background="var(--sunken)" className={css.head}>
        <Text as="b" paddingLeft={16}>
          {texts.now}
        </Text>
        <Text tone="quiet" size={12}>
          <Text
            as="i"
            display="inline-block"
            width={14}
            height={12}
            border="1.5px dashed var(--text2)"
            borderRadius={3}
            style={{ verticalAlign: -1 }}
            aria-hidden="true"
          />{' '}
          {texts.override}
        </Text>
        <Text as="div" position="relative" height="100%" overflow="hidden" className={css.axis}>
          {labels.map((day, index) => (
            <span
              key={day.at}
              className={index > 0 && (day.left < 24 || day.left > 84) ? css.crowded : ''}
              style={{ left: `${day.left}%` }}
            >
              {weekdayText(day.at, zone)}
              {index === 0 && `, ${texts.ownNow}`}
            </span>
          ))}
        </Text>
      </Text>
      {rows.map((row) => (
        <Text key={row.rotation.id} as="div" borderBottom="1px solid var(--line)" className={css.lane}>
          <NowCell row={row} to={to} zone={zone} onEdit={onEdit} />
          <Text as="div" position="relative" overflow="hidden">
            <Shades days={days} />
            <Text as="ol" margin={0} padding={0} listStyle="none" aria-label={row.rotation.title}>
              {blocksOf(row.duties, from, to).map((block, index) => (
                <DutyBlock key={block.duty.from} block={block} zone={zone} isNow={index === 0} />
              ))}
            </Text>
            <Text
              as="i"
              position="absolute"
              top={0}
              bottom={0}
              left={0}
              width={2}
              background="var(--text)"
              aria-hidden="true"
            />
          </Text>
        </Text>
      ))}
    </Text>
  );
};
