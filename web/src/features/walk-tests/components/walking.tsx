import { useQueryClient } from '@tanstack/react-query';
import { texts as t } from '@tocsin/contract/texts/walk-tests';
import type { WalkSensor, WalkTest } from '@tocsin/contract/walk-tests';
import { Input } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { wordOf } from '../../../domain/sensor-status.ts';
import { serverNow } from '../../../live/clock.ts';
import { useReading } from '../../../live/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { Foot } from '../../../ui/foot.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { clockText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { numberText, unitText } from '../../../ui/value.ts';
import { answerOf, answerSeconds, clearSeconds, countdown, standing, swapOf, toDo } from '../model.ts';
import { armAgain, press, skip } from '../queries.ts';

/** Reads each new answer aloud while it is switched on. */
const useSpeech = (said: string, isOn: boolean): void => {
  const before = useRef(said);
  useEffect(() => {
    if (before.current === said) return;
    before.current = said;
    if (isOn && 'speechSynthesis' in window) {
      const words = new SpeechSynthesisUtterance(said);
      words.lang = document.documentElement.lang;
      window.speechSynthesis.speak(words);
    }
  }, [said, isOn]);
};

const secondsText = (seconds: number | null, words: (text: string) => string): string =>
  seconds === null ? '' : words(seconds.toFixed(1));

interface AnswerProps {
  readonly walk: WalkTest;
  readonly isSpoken: boolean;
  /** A question in place of the answer. */
  readonly children: ReactNode;
}
/** The last answer, readable at arm's length; before the first one, what to do. */
const Answer = ({ walk, isSpoken, children }: AnswerProps) => {
  const answer = answerOf(walk);
  const expected = walk.sensors.find((one) => one.sensor === walk.announced?.sensor);
  const isExpected = expected?.is_armed === true && expected.sensor !== answer?.sensor.sensor;
  const isNewer =
    isExpected && Date.parse(walk.announced?.at ?? '') > Date.parse(answer?.sensor.tripped_at ?? walk.since);
  const shown = isNewer && expected ? { sensor: expected, word: t.expect } : answer;
  useSpeech(shown ? `${shown.sensor.name} ${shown.word}` : '', isSpoken);
  const isPassed = shown?.sensor.state === 'passed';
  return (
    <Stack surface gap={4} padding="16px" minHeight={132} role="status" aria-live="assertive">
      {children}
      {!shown && <p>{t.firstPress}</p>}
      {shown && !children && (
        <>
          <Text as="p" size={13} tone="quiet">
            {shown.sensor.tripped_at !== null && clockText(Date.parse(shown.sensor.tripped_at), walk.location_timezone)}
          </Text>
          <Text as="p" size={34} line={40} weight={650} overflowWrap="anywhere">
            {shown.sensor.name}{' '}
            <Text display="block" tone={isPassed ? 'brand' : 'plain'}>
              {isPassed && <Icon name="tick" size={28} />} {shown.word}
            </Text>
          </Text>
          {!isNewer && (
            <Row justify="space-between" gap={8} wrap>
              <span>{secondsText(answerSeconds(shown.sensor), t.answer)}</span>
              <span>{isPassed ? secondsText(clearSeconds(shown.sensor), t.clearAfter) : ''}</span>
            </Row>
          )}
        </>
      )}
    </Stack>
  );
};

const Value = ({ path }: { readonly path: string }) => {
  const reading = useReading(path);
  const word = reading && wordOf(reading);
  if (!reading || (word == null && reading.value === null)) return <Note>{t.noValue}</Note>;
  const number = reading.value === null ? '' : numberText(reading.value, reading.unit, reading.decimals);
  return <span>{word ?? `${number} ${unitText(reading.unit, reading.value ?? 0)}`}</span>;
};

interface LineProps {
  readonly sensor: WalkSensor;
  readonly isHere: boolean;
  readonly onPress: () => void;
  readonly onArm: () => void;
}
/** A sensor to trip: one press says that the walker is there. */
const Line = ({ sensor, isHere, onPress, onArm }: LineProps) => (
  <li>
    <Row
      as="button"
      type="button"
      gap={12}
      width="100%"
      minHeight={52}
      padding="8px 16px"
      border={0}
      borderTop="1px solid var(--line)"
      background={isHere ? 'var(--brandweak)' : 'none'}
      cursor="pointer"
      textAlign="left"
      aria-pressed={isHere}
      onClick={sensor.is_armed ? onPress : onArm}
    >
      <Icon name={isHere ? 'right' : sensor.is_on ? 'bellSolid' : 'circle'} size={20} />
      <Stack as="span" flex={1} minWidth={0}>
        <Text size={16} weight={550} overflowWrap="anywhere">
          {sensor.name}
        </Text>
        <Text size={12} tone="quiet">
          {sensor.cause === null ? sensor.group : t.causes[sensor.cause]}
          {sensor.needs_confirmation && `, ${t.notConfirmed}`}
        </Text>
      </Stack>
      {sensor.is_armed ? <Value path={sensor.sensor} /> : <Text tone="brand">{t.armMore}</Text>}
    </Row>
  </li>
);

interface Props {
  readonly walk: WalkTest;
  readonly isSpoken: boolean;
  readonly onEnd: () => void;
}

/** The walk: the last answer, what is swapped or soon notifies, and the rest of the list. */
export const Walking = ({ walk, isSpoken, onEnd }: Props) => {
  const queries = useQueryClient();
  const [isSkipping, setSkipping] = useState(false);
  const pressing = useAction((sensor: string) => press(queries, walk, sensor));
  const arming = useAction((sensor: string) => armAgain(queries, walk, sensor));
  const rest = toDo(walk);
  const here = rest.find((one) => one.sensor === walk.announced?.sensor && one.is_armed);
  const swap = swapOf(walk);
  const left = useTicking(() => countdown(Date.parse(walk.ends_at) - serverNow()));
  const warned = useTicking(() =>
    standing(walk, serverNow())
      .map((one) => t.notifiesIn(one.name, countdown(Date.parse(one.notifies_at ?? '') - serverNow())))
      .join(' '),
  );
  return (
    <>
      <Stack gap={12} padding="12px 16px" alignContent="start" flex={1}>
        <Answer walk={walk} isSpoken={isSpoken}>
          {swap && (
            <>
              <Text as="h2" size={28} line={36} weight={600}>
                <Icon name="flip" size={24} /> {t.swapped}
              </Text>
              <p>{t.swappedText(swap.pressed.name, swap.tripped.name)}</p>
              <Button size="large" busy={pressing.busy} onClick={() => pressing.run(swap.tripped.sensor)}>
                {t.iAmAt(swap.tripped.name)}
              </Button>
            </>
          )}
        </Answer>
        {warned !== '' && (
          <Row
            as="p"
            gap={8}
            padding="12px 16px"
            background="var(--alarmtint)"
            borderLeft="4px solid var(--alarm)"
            role="alert"
          >
            <Icon name="bellSolid" size={20} /> {warned}
          </Row>
        )}
        <Row justify="space-between" gap={8}>
          <b>{t.done(walk.passed, walk.total)}</b>
          <Text tone="quiet" role="timer">
            {t.left(left)}
          </Text>
        </Row>
        <section aria-label={t.toDo}>
          <Row justify="space-between" as="h2" padding="8px 16px">
            <Text size={13} weight={600} tone="quiet">
              {t.toDo}
            </Text>
            <Text size={13} weight={600}>
              {rest.length}
            </Text>
          </Row>
          <Stack as="ul" surface listStyle="none" padding={0} margin={0}>
            {rest.map((sensor) => (
              <Line
                key={sensor.sensor}
                sensor={sensor}
                isHere={sensor === here}
                onPress={() => pressing.run(sensor.sensor)}
                onArm={() => arming.run(sensor.sensor)}
              />
            ))}
          </Stack>
        </section>
      </Stack>
      <Foot>
        {here === undefined && rest.length > 0 && <Note>{t.pickFirst}</Note>}
        <Row gap={8} justify="center" wrap>
          <Button size="large" disabled={here === undefined} onClick={() => setSkipping(true)}>
            {t.skip}
          </Button>
          <Button size="large" look={rest.length === 0 ? 'primary' : 'plain'} onClick={onEnd}>
            {t.end}
          </Button>
        </Row>
      </Foot>
      {isSkipping && here && <Skip walk={walk} sensor={here} onClose={() => setSkipping(false)} />}
    </>
  );
};

interface SkipProps {
  readonly walk: WalkTest;
  readonly sensor: WalkSensor;
  readonly onClose: () => void;
}
const Skip = ({ walk, sensor, onClose }: SkipProps) => {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const { run, busy, failure } = useAction(() => skip(queries, walk, sensor.sensor, reason.trim()), {
    fails: 'here',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t.skipTitle(sensor.name)}
      verb={t.skipSave}
      busy={busy}
      failure={failure}
      isReady={reason.trim() !== ''}
      onSubmit={run}
      onClose={onClose}
    >
      <Stack gap={4}>
        {t.skipReason}
        <Input
          aria-label={t.skipReason}
          autoFocus
          maxLength={200}
          placeholder={t.skipPlaceholder}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Stack>
    </FormDialog>
  );
};
