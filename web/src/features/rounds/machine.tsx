import { useQuery } from '@tanstack/react-query';
import { shippedTypes } from '@tocsin/contract/device-type';
import type { RoundMachine } from '@tocsin/contract/rounds';
import { texts } from '@tocsin/contract/texts/rounds';
import { Input, Radio } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, newEntryId } from '../../api/offline-queue.ts';
import { incidentsByDevice } from '../../domain/incident-story.ts';
import { useSubmit } from '../../domain/use-submit.ts';
import { useIncidents } from '../../live/incidents.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { useTicking } from '../../ui/tick.ts';
import { zonedMinuteText } from '../../ui/time.ts';
import { useEventCallback } from '../../ui/use-event-callback.ts';
import css from './page.module.css';
import { roundsQuery } from './queries.ts';

interface MachineProps {
  readonly machine: RoundMachine;
  readonly site: number;
  readonly zone: string;
  readonly mayRecord: boolean;
  /** An alarm, a warning or an outage of it is active. */
  readonly stands: boolean;
  /** What stands now, in a list of machines that shows what to look at before the press. */
  readonly children?: ReactNode;
}

const { buckets, tracking, bearings, noise, dust, sensors } = texts.places;
/** Three things to look at: of a bucket elevator what 29 CFR 1910.272 (q)(7) asks for. */
const placesOf = (type: string): string[] =>
  type === shippedTypes['0300'].code ? [buckets, tracking, bearings] : [noise, dust, sensors];

/** The card of a machine. */
export const machineLook = {
  surface: true,
  justify: 'space-between',
  wrap: true,
  gap: '8px 12px',
  minHeight: 70,
  padding: '12px 16px',
  textAlign: 'left',
  className: css.machine,
} as const;
const undoMs = 10_000;

/** What was found at one thing to look at; `wrong`: what is not well, null: it is well. */
type Answers = Readonly<Record<string, { readonly wrong: string | null }>>;

interface PlaceProps {
  readonly place: string;
  readonly wrong: string | null | undefined;
  readonly onAnswer: (wrong: string | null) => void;
}

/** One thing to look at, which is well or not; what is not well needs a word. */
const Place = ({ place, wrong, onAnswer }: PlaceProps) => (
  <Row wrap justify="space-between" gap="4px 12px" width="100%" minHeight={44}>
    <span>{place}</span>
    <Radio.Group
      size="large"
      optionType="button"
      aria-label={place}
      options={[
        { value: true, label: texts.well },
        { value: false, label: texts.notWell },
      ]}
      value={wrong === undefined ? undefined : wrong === null}
      onChange={({ target }) => onAnswer(target.value ? null : '')}
    />
    {typeof wrong === 'string' && (
      <Input
        size="large"
        aria-label={texts.wrong(place)}
        placeholder={texts.becomesTask}
        maxLength={200}
        value={wrong}
        onChange={(event) => onAnswer(event.target.value)}
      />
    )}
  </Row>
);

/**
 * A machine to record a round for. Each thing to look at is answered first; a press then records the round ten seconds
 * later, until when it can be undone; a round with a note is recorded when it is confirmed.
 */
export const Machine = ({ machine, site, zone, mayRecord, stands, children }: MachineProps) => {
  const { device, device_id, device_type, today } = machine;
  /** The things to look at are shown. */
  const [isOpen, setOpen] = useState(children !== undefined && today === null);
  /** When the ten seconds began; null: no round is being recorded. */
  const [pressedAt, setPressed] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [answers, setAnswers] = useState<Answers>({});
  const entry = useRef('');
  const places = placesOf(device_type);
  const isAnswered = places.every((place) => answers[place] !== undefined && answers[place].wrong?.trim() !== '');
  const done = (): void => {
    setPressed(null);
    setNote('');
    setAnswers({});
    setOpen(false);
  };
  const begin = (): void => {
    entry.current = newEntryId();
    setPressed(Date.now());
  };
  const undo = (): void => {
    setPressed(null);
    void dropDraft(entry.current).catch(() => undefined);
  };
  const { run, busy } = useSubmit(texts.recorded(device), done);
  const well = places.filter((place) => answers[place]?.wrong === null);
  const tasks = places.flatMap((place) => {
    const wrong = answers[place]?.wrong?.trim();
    return wrong ? [texts.found(place, wrong)] : [];
  });
  const found = [
    well.length > 0 ? texts.seen(well.join(', ')) : '',
    tasks.length > 0 ? texts.notSeen(tasks.join('; ')) : '',
  ];
  const text = [...found, note.trim()].filter(Boolean).join(' ');
  const draft = { kind: 'round', about: device, site, device: device_id, task: null, text, tasks } as const;
  const record = (): void => run(draft, entry.current);
  const left = useTicking(() =>
    pressedAt === null || note.trim() !== '' ? null : Math.max(0, Math.ceil((pressedAt + undoMs - Date.now()) / 1_000)),
  );
  // What is kept outlives a page that is closed without a network.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept anew when the text changes.
  useEffect(() => {
    if (pressedAt !== null && !busy) void keepDraft(draft, entry.current).catch(() => undefined);
  }, [pressedAt, busy, text]);
  // Leaving the page records it too: a round that was made must not be lost.
  const finish = useEventCallback((isLeaving: boolean) => {
    if (left === 0 || (isLeaving && pressedAt !== null)) record();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is due when the seconds are over.
  useEffect(() => finish(false), [finish, left]);
  useEffect(() => {
    const leave = (): void => finish(true);
    // A page that is closed or loaded anew runs no clean-up.
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [finish]);
  return (
    <Row as="li" {...machineLook}>
      <div>
        <b>{device}</b>
        <small>
          {today && <Icon name="tick" size={14} />}{' '}
          <span>{today ? texts.doneBy(today.by, zonedMinuteText(Date.parse(today.at), zone)) : texts.notYet}</span>
        </small>
        {today && today.note !== '' && <small>{today.note}</small>}
      </div>
      {children}
      {isOpen &&
        mayRecord &&
        pressedAt === null &&
        places.map((place) => (
          <Place
            key={place}
            place={place}
            wrong={answers[place]?.wrong}
            onAnswer={(wrong) => setAnswers({ ...answers, [place]: { wrong } })}
          />
        ))}
      {mayRecord &&
        pressedAt === null &&
        (isOpen ? (
          <Button look={stands ? 'plain' : 'primary'} size="large" disabled={!isAnswered} onClick={begin}>
            {texts.done}
          </Button>
        ) : (
          <Button size="large" onClick={() => setOpen(true)}>
            {today ? texts.again : texts.make}
          </Button>
        ))}
      {pressedAt !== null && (
        <Row wrap gap={8} width="100%" align="stretch" className={css.confirm}>
          <Text as="p" role="status" width="100%" weight={600}>
            {left === null ? texts.recordedBy : texts.recordedIn(left)}
          </Text>
          {found.map((line) => line && <p key={line}>{line}</p>)}
          <Input
            aria-label={texts.note}
            placeholder={texts.note}
            maxLength={500}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setPressed(Date.now());
            }}
          />
          <Button size="large" onClick={undo}>
            {texts.undo}
          </Button>
          <Button look="primary" size="large" busy={busy} onClick={record}>
            {texts.confirm(device)}
          </Button>
        </Row>
      )}
    </Row>
  );
};

/** The round of one device, for its own page. */
export const DeviceRound = ({ site, device }: { readonly site: number; readonly device: number }) => {
  const { data } = useQuery(roundsQuery(site, {}));
  const stands = incidentsByDevice(useIncidents().list?.results ?? []).has(device);
  const machine = data?.machines.find((each) => each.device_id === device);
  if (!data || !machine) return null;
  return (
    <ul>
      <Machine machine={machine} site={site} zone={data.site.timezone} mayRecord={data.may_record} stands={stands} />
    </ul>
  );
};
