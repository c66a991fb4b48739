import { texts } from '@tocsin/contract/texts/schemas';
import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import type { Machine } from '../canvas/tab.ts';
import { type Area, type AreaCounts, areasOf, countArea, isInView, worstFirst } from './areas.ts';
import { usePlantStore } from './feed.tsx';
import { Finder } from './finder.tsx';
import css from './overview.module.css';
import type { Suspects } from './suspects.ts';
import { useView, type ViewCommands } from './view.tsx';

/** Tabs with fewer machines and without areas need no overview. */
const minMachines = 25;

/** Whether a tab has enough machines, or areas, for an overview. */
export const needsOverview = (machines: readonly Machine[]): boolean =>
  machines.length >= minMachines || machines.some((machine) => machine.area !== '');

/** Icon, word and count of each state that is not normal; 'all OK' if there is none. */
const Counts = ({ counts }: { readonly counts: AreaCounts }) => {
  const signs = [
    [counts.alarm, css.alarm, 'bellSolid', texts.inAlarm],
    [counts.warning, css.warning, 'warningSolid', texts.warnings],
    [counts.no_info, css.sign, 'brokenLink', texts.chips.noInfo],
    [counts.held, css.sign, 'clock', texts.heldCount],
    [counts.suspects, css.sign, 'eye', texts.suspectCount],
    [counts.stopped, css.quiet, 'pause', texts.chips.stopped],
    [counts.reading, css.quiet, 'refresh', () => texts.reading],
  ] as const;
  const shown = signs.filter(([count]) => count > 0);
  return (
    <>
      {shown.map(([count, look, icon, say]) => (
        <Text key={icon} size={12} weight={look === css.quiet ? 400 : 600} line={16} className={look}>
          <Icon name={icon} size={12} /> {say(count)}
        </Text>
      ))}
      {shown.length === 0 && (
        <span className={css.quiet}>
          <Icon name="tick" size={12} /> {texts.allOk}
        </span>
      )}
    </>
  );
};

const Card = ({
  area,
  counts,
  isSeen,
  show,
}: {
  readonly area: Area;
  readonly counts: AreaCounts;
  readonly isSeen: boolean;
  readonly show: () => void;
}) => (
  <li>
    <button
      type="button"
      className={css.card}
      data-worst={counts.alarm > 0 ? 'alarm' : counts.warning > 0 ? 'warning' : ''}
      data-seen={isSeen}
      aria-pressed={isSeen}
      onClick={show}
    >
      <Row
        as="span"
        gap={6}
        justify="space-between"
        width="100%"
        overflowWrap="anywhere"
        align="stretch"
        className={css.name}
      >
        <b>{area.name}</b> <span>{area.machines.length}</span>
      </Row>
      <Counts counts={counts} />
    </button>
  </li>
);

interface Props {
  readonly machines: readonly Machine[];
  readonly suspects: Suspects;
  readonly sensorName: (path: string) => string | undefined;
  readonly commands: ViewCommands;
  readonly show: (machine: Machine) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Overview of a large tab: a search for machines, the areas with the worst first, and the key bindings. */
export const Overview = ({ machines, suspects, sensorName, commands, show, field }: Props) => {
  const store = usePlantStore();
  const { box } = useView();
  const version = useSyncExternalStore(store.subscribe, store.statusVersion);
  const areas = useMemo(() => areasOf(machines), [machines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the store's content.
  const counted = useMemo(
    () =>
      worstFirst(
        areas.map((area) => ({
          area,
          counts: countArea(area, store.status, (id) => suspects.has(id)),
        })),
      ),
    [areas, suspects, store, version],
  );
  const inView = useMemo(
    () =>
      box === null
        ? machines.length
        : machines.filter((machine) => isInView({ box: boxOfMachine(machine) }, box)).length,
    [machines, box],
  );
  return (
    <Stack
      as="nav"
      grows
      flex="none"
      gap={8}
      width={184}
      padding={12}
      overflowY="auto"
      borderRight="1px solid var(--line)"
      className={css.overview}
      aria-label={texts.overview}
    >
      <Finder machines={machines} sensorName={sensorName} show={show} field={field} />
      <Stack as="ul" gap={6} className={css.cards}>
        {counted.map(({ area, counts }) => (
          <Card
            key={area.name}
            area={area}
            counts={counts}
            isSeen={box !== null && isInView(area, box)}
            show={() => commands.show(area.box)}
          />
        ))}
      </Stack>
      <p>{texts.inViewOf(machines.length, inView)}</p>
      <Stack as="dl" gap={6} marginTop="auto" tone="quiet" size={12} className={css.keys}>
        {texts.liveKeys.map(([key, does]) => (
          <div key={key}>
            <dt>{does}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </Stack>
    </Stack>
  );
};
