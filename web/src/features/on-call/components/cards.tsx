import { useQuery } from '@tanstack/react-query';
import type { OnCallRow, Override } from '@tocsin/contract/on-call';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/on-call';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Text } from '../../../ui/layout.tsx';
import { dayMinuteText } from '../../../ui/time.ts';
import { ownDuties } from '../model.ts';
import css from '../page.module.css';
import { overridesQuery, removeOverride } from '../queries.ts';

const spanOf = (from: string, to: string, zone: string): string =>
  texts.span(dayMinuteText(Date.parse(from), zone), dayMinuteText(Date.parse(to), zone));

interface OwnProps {
  readonly rows: readonly OnCallRow[];
  readonly userId: number;
  /** End of the visible period, unix ms. */
  readonly to: number;
  readonly zone: string;
}

/** The user's own duties. */
export const OwnDuties = ({ rows, userId, to, zone }: OwnProps) => {
  const own = ownDuties(rows, userId);
  return (
    <Text as="section" surface padding="12px 16px" className={css.card} aria-label={texts.own}>
      <h2>{texts.own}</h2>
      {own.length === 0 && <p className={css.quiet}>{texts.ownNone}</p>}
      <ul>
        {own.map(({ row, duty }) => (
          <li key={`${row.rotation.id} ${duty.from}`}>
            <b>{row.rotation.title}</b>
            <span>
              {Date.parse(duty.to) < to
                ? spanOf(duty.from, duty.to, zone)
                : texts.from(dayMinuteText(Date.parse(duty.from), zone))}
              {duty.override !== null && ` (${texts.override})`}
            </span>
          </li>
        ))}
      </ul>
    </Text>
  );
};

interface OverridesProps {
  readonly client: number | null;
  readonly site: number | null;
  readonly zone: string;
}

/** Overrides that have not ended, each with a button to remove it. */
export const Overrides = ({ client, site, zone }: OverridesProps) => {
  const { data } = useQuery(overridesQuery(client, site));
  const { ask, dialog } = useConfirm();
  const remove = (override: Override): void =>
    ask({
      title: texts.removeOverrideTitle(override.person.name, override.rotation_title),
      body: texts.removeOverrideBody,
      yes: texts.removeOverride,
      danger: true,
      act: () => removeOverride(override.id),
      toast: texts.removed,
      refetches: [['on-call']],
    });
  if (!data || data.count === 0) return null;
  return (
    <Text as="section" surface padding="12px 16px" className={css.card} aria-label={texts.overrides}>
      <h2>{texts.overrides}</h2>
      <ul>
        {data.results.map((override) => (
          <li key={override.id}>
            <b>{override.person.name}</b>
            <span>
              {override.rotation_title}, {spanOf(override.from, override.to, zone)}
              <small>{texts.madeBy(override.created_by)}</small>
            </span>
            {may(override, 'override.change') && (
              <Button size="bar" onClick={() => remove(override)}>
                {texts.removeOverride}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Text>
  );
};
