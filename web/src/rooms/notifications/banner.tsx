import { Age } from '../../kit/age.tsx';
import { Icon } from '../../kit/icon.tsx';
import { severities } from '../../kit/severity.ts';
import { browserZone, sinceText } from '../../kit/time.ts';
import { shownNow } from '../../wire/clock.ts';
import { askAcknowledge, useNotifications } from '../../wire/notifications.ts';
import { useMe, useSites } from '../../wire/plant.ts';
import css from './banner.module.css';
import { bannerOf, whatText } from './model.ts';
import { texts } from './texts.ts';
import { useOpen } from './use-open.ts';

/** What is active now, above every page: names the worst and the first, counts the rest, takes no focus. */
export const Banner = () => {
  const { rows } = useNotifications();
  const me = useMe();
  const sites = useSites().data?.results ?? [];
  const open = useOpen();
  const facts = bannerOf(rows);
  if (facts === null) return null;
  const { severity, alarms, warnings, worst, first } = facts;
  const at = Date.parse(worst.date_created);
  const zone = sites.find((site) => site.id === worst.location_id)?.timezone ?? browserZone();
  const unacknowledged = facts.open;
  return (
    <section className={`${css.banner} ${css[severity]}`} aria-live="polite" aria-label={severities[severity].word}>
      <Icon name={severities[severity].icon} size={16} />
      <b className={css.count}>{severity === 'alarm' ? texts.alarms(alarms) : texts.warnings(warnings)}</b>
      <span className={css.event}>
        <b>{whatText(worst)}</b>
        {worst.content && `: ${worst.content}`}
        {worst.acknowledged && `, ${texts.acknowledge.byShort(worst.acknowledged.by)}`}
      </span>
      <span className={css.since}>
        {sinceText(at, shownNow(), zone)} (<Age at={at} now={shownNow} zone={zone} say="plain" />)
      </span>
      {first && whatText(first) !== whatText(worst) && (
        <span className={css.first}>
          {texts.first}: {whatText(first)}
        </span>
      )}
      {severity === 'alarm' && warnings > 0 && (
        <span className={css.rest}>
          <Icon name={severities.warning.icon} size={12} />
          {texts.warnings(warnings)}
        </span>
      )}
      <span className={css.actions}>
        <button type="button" className={css.show} onClick={() => open(worst)}>
          <span>{texts.show}</span>
          <Icon name="right" size={20} />
        </button>
        {unacknowledged.length > 0 && me?.kind !== 'wall' && (
          <button type="button" onClick={() => askAcknowledge(unacknowledged)}>
            {texts.acknowledge.act}
          </button>
        )}
      </span>
    </section>
  );
};
