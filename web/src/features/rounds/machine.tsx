import { useQuery } from '@tanstack/react-query';
import { shippedTypes } from '@tocsin/contract/device-type';
import type { RoundMachine } from '@tocsin/contract/rounds';
import { texts } from '@tocsin/contract/texts/rounds';
import { Checkbox, Input } from 'antd';
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

/**
 * A machine to record a round for. A press records it ten seconds later, or ten seconds after the last tick, until when
 * it can be undone; a round with a note is recorded when it is confirmed.
 */
export const Machine = ({ machine, site, zone, mayRecord, stands, children }: MachineProps) => {
  /** When the ten seconds began; null: no round is being made. */
  const [pressedAt, setPressed] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [seen, setSeen] = useState<readonly string[]>([]);
  const entry = useRef('');
  const { device, device_id, device_type, today } = machine;
  const places = placesOf(device_type);
  const isListed = children !== undefined;
  const isDue = today === null && !stands && (!isListed || seen.length === places.length);
  const clear = (): void => {
    setPressed(null);
    setNote('');
    setSeen([]);
  };
  const begin = (): void => {
    entry.current = newEntryId();
    setPressed(Date.now());
  };
  const undo = (): void => {
    clear();
    void dropDraft(entry.current).catch(() => undefined);
  };
  const { run, busy } = useSubmit(texts.recorded(device), clear);
  const text = [seen.length > 0 ? texts.seen(seen.join(', ')) : '', note.trim()].join(' ').trim();
  const draft = { kind: 'round', about: device, site, device: device_id, task: null, text } as const;
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
      {mayRecord && (pressedAt !== null || (isListed && !today)) && (
        <Row width="100%" minHeight={44}>
          <Checkbox.Group
            aria-label={texts.look}
            style={{ rowGap: 8 }}
            options={places}
            value={[...seen]}
            onChange={(ticked) => {
              setSeen(ticked);
              if (pressedAt !== null) setPressed(Date.now());
            }}
          />
        </Row>
      )}
      {mayRecord && pressedAt === null && (
        <Button look={isDue ? 'primary' : 'plain'} size="large" onClick={begin}>
          {today ? texts.again : texts.done}
        </Button>
      )}
      {pressedAt !== null && (
        <Row wrap gap={8} width="100%" align="stretch" className={css.confirm}>
          <Text as="p" role="status" width="100%" weight={600}>
            {left === null ? texts.recordedBy : texts.recordedIn(left)}
          </Text>
          <Input
            aria-label={texts.note}
            placeholder={texts.note}
            maxLength={1_300}
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
