import type { NearestMiss, Rehearsal, RuleAnswer } from '@tocsin/contract/rehearsal';
import type { SignalSpan } from '@tocsin/contract/rehearsal-signal';
import { texts } from '@tocsin/contract/texts/rehearsal';
import { type Shown, totalMs } from '../../domain/rehearsal/settings.ts';
import { inOrder } from '../../ui/in-order.ts';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { dayText, minuteText, spanText } from '../../ui/time.ts';
import { valueText } from '../../ui/value.ts';
import css from './rehearsal.module.css';

interface Props {
  readonly rehearsal: Rehearsal;
  readonly answer: RuleAnswer;
  readonly shown: Shown;
  /** Whether the sliders were moved since the rehearsal. */
  readonly isMoved: boolean;
}

/** The key figures before and after. */
export const Figures = ({ rehearsal, answer, shown, isMoved }: Props) => {
  const { before, alarms, acted_upon: acted } = answer;
  const sum = (of: 'before' | 'after'): number => rehearsal.messages.reduce((total, one) => total + one[of], 0);
  const last = shown.alarms.at(-1);
  const lead = (ms: number | null): string => (ms === null ? texts.leadNone : spanText(ms));
  const lost = shown.alarms.filter((one) => one.before_lead_ms !== null && one.after_lead_ms === null).length;
  return (
    <>
      <Row as="dl" wrap gap="12px 40px" margin={0} align="stretch" className={css.figures}>
        <Figure before={before && String(before.count)} after={String(shown.count)} label={texts.warnings} />
        <Figure before={before && spanText(before.total_ms)} after={spanText(shown.totalMs)} label={texts.inWarning} />
        <Figure
          before={before && String(sum('before'))}
          after={isMoved ? '...' : String(sum('after'))}
          label={rehearsal.messages.length > 0 ? texts.messages(rehearsal.messages.length) : texts.noMessages}
        />
        {last && (
          <Figure
            before={before && lead(last.before_lead_ms)}
            after={lead(last.after_lead_ms)}
            label={texts.lead(dayText(last.at, rehearsal.timezone))}
          />
        )}
        {acted.length > 0 && (
          <Figure before={null} after={texts.missed(shown.missed)} label={texts.missedOf(acted.length)} />
        )}
      </Row>
      {lost > 0 && (
        <Text as="p" margin={0} tone="alarm">
          {texts.missedAlarms(lost, alarms.length)}
        </Text>
      )}
    </>
  );
};

interface FigureProps {
  readonly before: string | null;
  readonly after: string;
  readonly label: string;
}

const Figure = ({ before, after, label }: FigureProps) => (
  <div>
    <dd>
      {before !== null && <span>{before} → </span>}
      <b>{after}</b>
    </dd>
    <dt>{label}</dt>
  </div>
);

/** '20 Nov 2026, 14:36' */
const momentText = (at: number, zone: string): string => `${dayText(at, zone)}, ${minuteText(at, zone)}`;

/** Text that compares an edited warning with when the rule in force began to warn. */
const compared = (span: SignalSpan, before: readonly SignalSpan[]): string => {
  const own = before.find(
    (one) => one.from <= (span.to ?? Number.POSITIVE_INFINITY) && (one.to ?? Number.POSITIVE_INFINITY) >= span.from,
  );
  if (!own) return texts.notThen;
  if (own.from === span.from) return texts.same;
  return own.from < span.from
    ? texts.earlier(spanText(span.from - own.from))
    : texts.later(spanText(own.from - span.from));
};

const maxRows = 20;

/** Table of the warnings of the edited rule. */
export const SpanTable = ({ rehearsal, answer, shown }: Omit<Props, 'isMoved'>) => {
  const { timezone: zone, to } = rehearsal;
  const what = (span: SignalSpan): string => {
    const acted = answer.acted_upon.find((one) => one.at >= span.from - 3_600_000 && one.at <= (span.to ?? to));
    if (acted)
      return `${acted.comment} (${texts.ackedBy(acted.acknowledged_by, spanText(acted.acknowledged_after_ms))})`;
    const alarm = answer.alarms.find((one) => one.at >= span.from && one.at <= (span.to ?? to) + 3_600_000);
    return alarm ? texts.alarmFollowed(spanText(alarm.at - span.from)) : '';
  };
  if (shown.spans.length === 0)
    return (
      <Text as="p" margin={0} tone="faint" size={12} line={18}>
        {texts.unchanged}
      </Text>
    );
  return (
    <Text as="div" overflowX="auto">
      <table className={css.table} aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{texts.begins}</th>
            <th scope="col">{texts.lasts}</th>
            <th scope="col">{texts.highest}</th>
            <th scope="col">{texts.inForceThen}</th>
            <th scope="col">{texts.whatItWas}</th>
          </tr>
        </thead>
        <tbody>
          {shown.spans.slice(0, maxRows).map((span) => (
            <tr key={span.from}>
              <td>{momentText(span.from, zone)}</td>
              <td>{span.to === null ? texts.still : spanText(totalMs([span], rehearsal.from, to))}</td>
              <td>{span.extreme === null ? '' : valueText(span.extreme, answer.unit)}</td>
              <td>{answer.before ? compared(span, answer.before.spans) : texts.newRule}</td>
              <td>{what(span)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.count > maxRows && (
        <Text as="p" margin={0} tone="faint" size={12} line={18}>
          {texts.more(shown.count - maxRows)}
        </Text>
      )}
    </Text>
  );
};

/** Number of e-mails by person, and the near miss. */
export const Messages = ({ rehearsal, answer }: Pick<Props, 'rehearsal' | 'answer'>) => (
  <Stack gap={8}>
    {rehearsal.messages.length > 0 && (
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{texts.messagesTo}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(rehearsal.messages, (one) => (
            <tr>
              <td>{one.name}</td>
              <td>{one.before}</td>
              <td>{one.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {answer.after.nearest_miss && (
      <Text as="p" margin={0} tone="faint" size={12} line={18}>
        <b>{texts.nearest}</b> {missText(answer.after.nearest_miss, answer.unit, rehearsal.timezone)}
      </Text>
    )}
  </Stack>
);

const missText = (miss: NearestMiss, unit: string, zone: string): string =>
  miss.kind === 'delay'
    ? texts.nearestDelay(momentText(miss.at, zone), spanText(miss.held_seconds * 1_000))
    : texts.nearestValue(momentText(miss.at, zone), valueText(miss.value, unit));

/** How well the rehearsal agrees with the log, and why it may differ. */
export const Exclusions = ({ rehearsal }: Pick<Props, 'rehearsal'>) => {
  const { check, excluded, excluded_count: count, timezone: zone } = rehearsal;
  return (
    <Text as="details" tone="quiet" size={13} className={css.excludedList}>
      <summary>
        {check.stored > 0 ? `${texts.check(check.reproduced, check.stored)} ` : ''}
        {check.excluded > 0 ? `${texts.checkExcluded(check.excluded)} ` : ''}
        {check.differing > 0 ? `${texts.checkDiffers(check.differing)} ` : ''}
        {texts.excluded(count)}
      </summary>
      <ul>
        {excluded.map((span) => (
          <li key={`${span.from} ${span.to} ${span.reason} ${span.index}`}>
            {momentText(span.from, zone)} - {momentText(span.to, zone)}: {texts.reasons[span.reason]}
          </li>
        ))}
      </ul>
      {count > excluded.length && <p>{texts.more(count - excluded.length)}</p>}
    </Text>
  );
};
