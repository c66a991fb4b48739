import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/film';
import { texts as schemas } from '@tocsin/contract/texts/schemas';
import { useMemo } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { Player } from '../../../ui/player.tsx';
import { documentOfTab } from '../canvas/saved-tab.ts';
import type { Tab } from '../canvas/tab.ts';
import { tabOf } from '../canvas/tab-document.ts';
import { StoreFeed } from '../live/feed.tsx';
import { PlantStore } from '../live/plant-store.ts';
import { Stage } from '../live/stage.tsx';
import type { Suspects } from '../live/suspects.ts';
import { PlantView } from '../live/view.tsx';
import { watchedOf } from '../live/watched-of.ts';
import { tabQuery } from '../queries.ts';
import { drawingQuery } from './queries.ts';
import { useFilm } from './use-film.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Suspicions exist only for the present. */
const noSuspects: Suspects = new Map();
const nowhere = (): null => null;

interface Props {
  readonly site: number;
  readonly zone: string;
  /** Beginnings of the first and the last event, unix ms. */
  readonly from: number;
  readonly to: number;
  /** `deviceId.groupId.sensorId` of its events. */
  readonly sensors: readonly string[];
  /** Absent: it is open; otherwise a button that opens it. */
  readonly onOpen?: (() => void) | undefined;
}

/** A small film of an incident on the drawing of its site, or its button; nothing where none of its sensors is drawn. */
export const IncidentFilm = ({ site, from, sensors, onOpen, ...rest }: Props) => {
  // For a button any drawing of that hour will do, so that the incidents of a list share one answer.
  const at = onOpen ? Math.ceil(from / hour) * hour : from;
  const drawing = useQuery({ ...drawingQuery(site, at), staleTime: Number.POSITIVE_INFINITY });
  const tabs = useQueries({ queries: (drawing.data?.tabs ?? []).map(({ id }) => tabQuery(id)) });
  const drawn = tabs.find(({ data }) =>
    data?.machines.some((machine) =>
      [...machine.sensors.map(({ sensor }) => sensor.id), machine.system_state_sensor?.id].some(
        (sensor) => sensor !== undefined && sensors.includes(sensor),
      ),
    ),
  )?.data;
  const tab = useMemo(() => (drawn ? tabOf(documentOfTab(drawn)) : null), [drawn]);
  if (!tab || !drawn) return null;
  if (onOpen)
    return (
      <Button size="bar" onClick={onOpen}>
        {texts.show}
      </Button>
    );
  return <SmallFilm {...rest} site={site} from={from} tabId={drawn.id} tab={tab} />;
};

const SmallFilm = ({
  site,
  zone,
  from,
  to,
  tabId,
  tab,
}: Omit<Props, 'sensors' | 'onOpen'> & { readonly tabId: number; readonly tab: Tab }) => {
  const film = useFilm(tabId, tab.machines, to);
  const at = new Date(film.at).toISOString();
  // The drawing is there at once, without states: only what the machines were at that moment is read.
  const blank = useMemo(() => new PlantStore(tab.machines.map(watchedOf)), [tab]);
  return (
    <Stack flex="1 1 360px" minWidth={0} border="1px solid var(--line)" borderRadius="var(--r-card)">
      <Stack
        grows
        position="relative"
        width="100%"
        minHeight={180}
        maxHeight={360}
        overflow="hidden"
        style={{ aspectRatio: tab.width / tab.height }}
      >
        <StoreFeed store={film.store ?? blank}>
          <PlantView>
            <Stage tab={tab} zone={zone} suspects={noSuspects} toMachine={nowhere} incidents={[]} isSmall />
          </PlantView>
        </StoreFeed>
        {(film.store === null || film.hasFailed) && (
          <Text as="p" position="absolute" zIndex={5} inset="8px 12px auto" tone="quiet" role="status">
            {film.hasFailed ? texts.failed : schemas.reading}
          </Text>
        )}
      </Stack>
      <Player
        played={film}
        words={texts}
        from={from - 2 * minute}
        to={Math.min(to + 8 * minute, serverNow())}
        zone={zone}
        speeds={[1, 5, 10, 30]}
        firstSpeed={10}
        after={
          <Link to="/visual-dashboard/site/$siteId/film" params={{ siteId: String(site) }} search={{ at, tab: tabId }}>
            {texts.open}
          </Link>
        }
      />
    </Stack>
  );
};
