import { Link } from '@tanstack/react-router';
import type { Incident } from '@tocsin/contract/incidents';
import { texts } from '@tocsin/contract/texts/schemas';
import { useMemo, useSyncExternalStore } from 'react';
import { shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { severities } from '../../../ui/severity.ts';
import type { Machine } from '../canvas/tab.ts';
import { useCounts, useMachineStatus, useNotNormal, usePlantStore } from './feed.tsx';
import { firstOutOf } from './first-out.ts';
import { sensorsOf, textOf } from './machine-status.ts';
import css from './not-normal.module.css';
import { readingText } from './reading-text.ts';
import { secondLine } from './second-line.ts';
import { severityOf, wordOfState } from './state-look.ts';
import type { Suspects } from './suspects.ts';
import { watchedOf } from './watched-of.ts';

/** Maximum number of rows per group; the rest is only counted. */
const maxRows = 12;

interface NotNormalCommands {
  readonly show: (machine: Machine) => void;
  /** Pins the machine's trend; absent if there are no trends. */
  readonly pin?: (machine: Machine) => void;
}

interface RowProps extends NotNormalCommands {
  readonly machine: Machine;
  readonly to: string | null;
  readonly zone: string;
  readonly incidents: readonly Incident[];
}

/** One machine: name, first alarm, value and age. */
const MachineRow = ({ machine, to, zone, incidents, show, pin }: RowProps) => {
  const store = usePlantStore();
  const { state, name, value, since } = useMachineStatus(machine.id);
  const firstOut = state === 'alarm' ? firstOutOf(sensorsOf(watchedOf(machine)), incidents, shownNow()) : null;
  const sensor = firstOut?.first.full_sensor_id ?? null;
  const reading = sensor === null ? undefined : store.sensors(sensor);
  const began = firstOut === null ? since : Date.parse(firstOut.first.date_created);
  const said = firstOut?.first.sensor_name ?? (name || wordOfState[state]);
  const content = (
    <>
      <Text width={22} height={22} borderRadius="50%" className={`${css.badge} ${css[state]}`}>
        <Icon name={severities[severityOf[state]].icon} size={12} label={wordOfState[state]} />
      </Text>
      <Stack as="span" flex={1} minWidth={0} overflowWrap="anywhere" className={css.words}>
        <b>{machine.name}</b>
        <span>
          {firstOut?.isFirst ? texts.firstWas(said) : said}
          {began !== null && (
            <>
              , <Age at={began} now={store.now} zone={zone} phrase="plain" />
            </>
          )}
        </span>
        {firstOut?.followed && <span>{firstOut.followed}</span>}
      </Stack>
      <span className={state === 'no_info' ? css.old : css.value}>
        {reading === undefined ? value : textOf(reading)}
      </span>
    </>
  );
  return (
    <li>
      {to === null ? (
        <span className={css.row}>{content}</span>
      ) : (
        <Link className={css.row} to={to}>
          {content}
        </Link>
      )}
      <Stack as="span" grows flex="none" padding="6px 8px 0 0" className={css.acts}>
        <IconButton icon="eye" label={texts.showMachine(machine.name)} size={16} onClick={() => show(machine)} />
        {pin && <IconButton icon="chart" label={texts.pinTrend(machine.name)} size={16} onClick={() => pin(machine)} />}
      </Stack>
    </li>
  );
};

/** A machine with a sensor that is shelved, out of service or suspected dead. */
const HeldRow = ({
  machine,
  zone,
  suspects,
  show,
}: Pick<RowProps, 'machine' | 'zone' | 'show'> & { readonly suspects: Suspects }) => {
  const status = useMachineStatus(machine.id);
  const { held } = status;
  const own = suspects.get(machine.id);
  const sensor = held?.name ?? own?.[0]?.sensor ?? '';
  return (
    <li>
      <span className={css.row}>
        <Text width={22} height={22} borderRadius="50%" className={`${css.badge} ${css.held}`}>
          <Icon name={held === null ? 'eye' : held.kind === 'shelved' ? 'clock' : 'lock'} size={12} />
        </Text>
        <Stack as="span" flex={1} minWidth={0} overflowWrap="anywhere" className={css.words}>
          <b>{machine.name}</b>
          <span>
            {readingText(machine.name, sensor, '', false)},{' '}
            {secondLine(machine.name, { ...status, state: 'ok' }, own, zone)}
          </span>
        </Stack>
      </span>
      <Stack as="span" grows flex="none" padding="6px 8px 0 0" className={css.acts}>
        <IconButton icon="eye" label={texts.showMachine(machine.name)} size={16} onClick={() => show(machine)} />
      </Stack>
    </li>
  );
};

const Group = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: React.ReactNode;
}) =>
  count === 0 ? null : (
    <section className={css.group} aria-label={title}>
      <h3>
        {title} <span>{count}</span>
      </h3>
      <ul>{children}</ul>
      {count > maxRows && <p>{texts.andMore(count - maxRows)}</p>}
    </section>
  );

interface Props extends NotNormalCommands {
  readonly machines: readonly Machine[];
  readonly toMachine: (machine: Machine) => string | null;
  readonly zone: string;
  readonly incidents: readonly Incident[];
  readonly suspects: Suspects;
  /** Heading; for a past moment it differs from the default. */
  readonly title?: string;
  readonly children?: React.ReactNode;
}

const groups = ['alarm', 'warning', 'no_info'] as const;

/** List of everything that is not normal, worst first, docked beside the drawing. */
export const NotNormal = ({ machines, toMachine, zone, incidents, suspects, show, pin, title, children }: Props) => {
  const store = usePlantStore();
  const ids = useNotNormal();
  const counts = useCounts();
  const version = useSyncExternalStore(store.subscribe, store.statusVersion);
  const byId = useMemo(() => new Map(machines.map((machine) => [machine.id, machine])), [machines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the store's content.
  const { held, stopped } = useMemo(
    () => ({
      held: machines.filter(({ id }) => store.status(id).held !== null || suspects.has(id)),
      stopped: machines.filter(({ id }) => store.status(id).state === 'stopped'),
    }),
    [machines, suspects, store, version],
  );
  const placeOf = (id: string): number => {
    const machine = byId.get(id);
    const firstOut = machine && firstOutOf(sensorsOf(watchedOf(machine)), incidents, shownNow());
    return firstOut ? firstOut.place + (firstOut.began ? 0 : 0.5) : incidents.length;
  };
  // In the order of their incidents, first-out alarms before those that followed; otherwise newest first.
  const byPlace = (a: string, b: string): number => placeOf(a) - placeOf(b);
  return (
    <Stack
      as="aside"
      grows
      flex="none"
      width={272}
      overflowY="auto"
      borderLeft="1px solid var(--line)"
      background="var(--surface)"
      className={css.panel}
      aria-label={title ?? texts.notNormal}
    >
      <h2>
        {title ?? texts.notNormal} <span>{texts.worstFirst}</span>
      </h2>
      {groups.map((state) => {
        const own = ids.filter((id) => store.status(id).state === state).sort(byPlace);
        return (
          <Group key={state} title={texts.groupsNow[state]} count={own.length}>
            {own.slice(0, maxRows).map((id) => {
              const machine = byId.get(id);
              return (
                machine && (
                  <MachineRow
                    key={id}
                    machine={machine}
                    to={toMachine(machine)}
                    zone={zone}
                    incidents={incidents}
                    show={show}
                    pin={pin}
                  />
                )
              );
            })}
          </Group>
        );
      })}
      {stopped.length > 0 && (
        <section className={css.group} aria-label={texts.groupsNow.stopped}>
          <h3>
            {texts.groupsNow.stopped} <span>{stopped.length}</span>
          </h3>
          <p>
            {stopped
              .slice(0, maxRows)
              .map(({ name }) => name)
              .join(', ')}
            {stopped.length > maxRows && ` ${texts.andMore(stopped.length - maxRows)}`}
          </p>
        </section>
      )}
      <Group title={texts.groupsNow.unprotected} count={held.length}>
        {held.slice(0, maxRows).map((machine) => (
          <HeldRow key={machine.id} machine={machine} zone={zone} suspects={suspects} show={show} />
        ))}
      </Group>
      {children}
      <Row as="p" gap={6} marginTop="auto" padding="12px 16px" borderTop="1px solid var(--line)" tone="quiet">
        {counts.reading > 0 ? (
          texts.reading
        ) : (
          <>
            <Icon name="tick" size={14} /> {texts.machinesOk(counts.ok)}
          </>
        )}
      </Row>
    </Stack>
  );
};
