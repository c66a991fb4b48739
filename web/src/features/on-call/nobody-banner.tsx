import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call-banner';
import { callQuery } from '../../api/call.ts';
import { useMe } from '../../domain/me.ts';
import { useSelection } from '../../domain/selection.ts';
import { shownNow } from '../../live/clock.ts';
import { Icon } from '../../ui/icon.tsx';
import { RedLine } from '../../ui/red-line.tsx';
import { momentText } from '../../ui/time.ts';

/** 'Nobody on call', in red above every page of users who may change the rotation. */
export const NobodyBanner = () => {
  const { client } = useSelection();
  const isPerson = useMe()?.kind !== 'wall';
  const { data } = useQuery(
    callQuery(['on-call', 'nobody', client], endpoints.nobodyOnCall, {
      query: { limit: 5 },
      refetchInterval: 60_000,
      enabled: isPerson,
    }),
  );
  const [first] = data?.results ?? [];
  if (!data || !first) return null;
  return (
    <RedLine
      icon={<Icon name="headset" size={16} />}
      title={texts.nobody}
      link={<Link to="/on-call">{texts.show}</Link>}
    >
      {texts.since(first.title, momentText(Date.parse(first.since), shownNow(), first.timezone))}
      {data.count > 1 && `, ${texts.more(data.count - 1)}`}
    </RedLine>
  );
};
