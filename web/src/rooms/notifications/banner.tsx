import { Age } from '../../kit/age.tsx';
import { Icon } from '../../kit/icon.tsx';
import { severities } from '../../kit/severity.ts';
import { browserZone, sinceText } from '../../kit/time.ts';
import { shownNow } from '../../wire/clock.ts';
import { useNotifications } from '../../wire/notifications.ts';
import { useSites } from '../../wire/plant.ts';
import css from './banner.module.css';
import { bannerOf, whatText } from './model.ts';
import { texts } from './texts.ts';
import { useOpen } from './use-open.ts';

/** What is active now, above every page: names the worst and newest, counts the rest, takes no focus. */
export const Banner = () => {
  const { rows } = useNotifications();
  const sites = useSites().data?.results ?? [];
  const open = useOpen();
  const facts = bannerOf(rows);
  if (facts === null) return null;
  const { severity, alarms, warnings, first } = facts;
  const at = Date.parse(first.date_created);
  const zone = sites.find((site) => site.id === first.location_id)?.timezone ?? browserZone();
  return (
    <section className={`${css.banner} ${css[severity]}`} aria-live="polite" aria-label={severities[severity].word}>
      <Icon name={severities[severity].icon} size={16} />
      <b className={css.count}>{severity === 'alarm' ? texts.alarms(alarms) : texts.warnings(warnings)}</b>
      <span className={css.event}>
        <b>{whatText(first)}</b>
        {first.content && `: ${first.content}`}
      </span>
      <span className={css.since}>
        {sinceText(at, shownNow(), zone)} (<Age at={at} now={shownNow} zone={zone} say="plain" />)
      </span>
      {severity === 'alarm' && warnings > 0 && (
        <span className={css.rest}>
          <Icon name={severities.warning.icon} size={12} />
          {texts.warnings(warnings)}
        </span>
      )}
      <span className={css.actions}>
        <button type="button" onClick={() => open(first)}>
          {texts.show}
        </button>
      </span>
    </section>
  );
};
