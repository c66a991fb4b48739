import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/escalation';
import { texts as t } from '@tocsin/contract/texts/who-knows';
import { callQuery } from '../../api/call.ts';
import { logSearch } from '../../domain/log-search.ts';
import { useMe } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { shownNow } from '../../live/clock.ts';
import { Icon } from '../../ui/icon.tsx';
import { RedLine } from '../../ui/red-line.tsx';
import { momentText } from '../../ui/time.ts';

/** 'Nobody acknowledged', in red above every page of users who manage the client, until somebody acknowledges. */
export const UnansweredBanner = () => {
  const { client } = useSelection();
  const isPerson = useMe()?.kind !== 'wall';
  const { data } = useQuery(
    callQuery(['escalations', 'unanswered', client], endpoints.unanswered, {
      query: { limit: 5 },
      refetchInterval: 30_000,
      enabled: isPerson,
    }),
  );
  const [first] = data?.results ?? [];
  if (!data || !first) return null;
  const place = [first.device_name, first.sensor_name].filter(Boolean).join(', ');
  return (
    <RedLine
      icon={<Icon name="warningSolid" size={16} />}
      title={t.unanswered}
      link={
        <Link to="/notifications/all" search={logSearch({ tab: 'unacknowledged' })}>
          {t.show}
        </Link>
      }
    >
      {t.unansweredAbout(place, first.policy, momentText(Date.parse(first.since), shownNow(), first.timezone))}
      {data.count > 1 && `, ${t.more(data.count - 1)}`}
    </RedLine>
  );
};
