import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts as t } from '@tocsin/contract/texts/walk-tests';
import type { WalkTest } from '@tocsin/contract/walk-tests';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Foot } from '../../../ui/foot.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx';
import { minuteText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { medianAnswer, missingText, swapsOf } from '../model.ts';
import { sign, walkPdf } from '../queries.ts';

interface Props {
  readonly walk: WalkTest;
  readonly onBack: () => void;
  readonly onSigned: (walk: WalkTest) => void;
  readonly onAgain: () => void;
}

/** The end: what is missing comes before the signature; afterwards the report and the tasks. */
export const Ended = ({ walk, onBack, onSigned, onAgain }: Props) => {
  const queries = useQueryClient();
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [comment, setComment] = useState('');
  const zone = walk.location_timezone;
  const end = walk.ended_at === null ? serverNow() : Date.parse(walk.ended_at);
  const median = medianAnswer(walk);
  const missing = walk.sensors.filter(({ sensor, state }) => state !== 'passed' && !confirmed.includes(sensor));
  const unsure = walk.sensors.filter((sensor) => sensor.needs_confirmation);
  const swaps = swapsOf(walk);
  const isSigned = walk.state === 'signed';
  const { run, busy, failure } = useAction(() => sign(queries, walk, confirmed, comment.trim()), {
    fails: 'here',
    onDone: onSigned,
  });
  const from = Date.parse(walk.since);
  return (
    <>
      <Stack gap={12} padding="12px 16px" alignContent="start" flex={1}>
        <Stack surface gap={4} padding="16px">
          <Text as="h2" size={28} line={36} weight={600}>
            {t.passedOf(walk.passed + confirmed.length, walk.total)}
          </Text>
          <Note>
            {t.times(minuteText(from, zone), minuteText(end, zone), Math.round((end - from) / 60_000))}
            {median !== null && `, ${t.median(median.toFixed(1))}`}
          </Note>
          {walk.end_reason && <Note>{t.ends[walk.end_reason]}</Note>}
        </Stack>
        {!isSigned && unsure.length > 0 && (
          <Stack surface gap={8} padding="12px 16px">
            {unsure.map(({ sensor, name }) => (
              <Checkbox
                key={sensor}
                checked={confirmed.includes(sensor)}
                onChange={(event) =>
                  setConfirmed(
                    event.target.checked ? [...confirmed, sensor] : confirmed.filter((path) => path !== sensor),
                  )
                }
              >
                {t.confirm(name)}
              </Checkbox>
            ))}
          </Stack>
        )}
        {missing.length > 0 && (
          <section aria-label={t.missing}>
            <Text as="h2" size={13} weight={600} tone="quiet" padding="8px 16px">
              {t.missing}
            </Text>
            <Stack as="ul" surface listStyle="none" padding={0} margin={0}>
              {missing.map((sensor) => (
                <Row
                  as="li"
                  key={sensor.sensor}
                  justify="space-between"
                  gap={12}
                  wrap
                  padding="12px 16px"
                  borderTop="1px solid var(--line)"
                >
                  <Text weight={550}>{sensor.name}</Text>
                  <Text tone="quiet">{missingText(sensor, walk)}</Text>
                </Row>
              ))}
            </Stack>
            <Text as="p" tone="quiet" size={13} padding="8px 16px">
              {t.becomesTask(walk.signed_by ?? walk.armed_by)}
            </Text>
          </section>
        )}
        {swaps.length > 0 && (
          <Stack as="section" surface gap={4} padding="12px 16px" overflowWrap="anywhere">
            <Text as="h2" size={16} weight={600}>
              <Icon name="flip" size={16} /> {t.swaps}
            </Text>
            {swaps.map(([one, other]) => (
              <p key={one.sensor}>{t.swapTold(one.name, other.name)}</p>
            ))}
          </Stack>
        )}
        {!isSigned && (
          <Stack gap={4}>
            <span>
              {t.comment} <Text tone="quiet">{t.optional}</Text>
            </span>
            <Input.TextArea
              aria-label={t.comment}
              rows={2}
              maxLength={1500}
              value={comment}
              placeholder={t.commentPlaceholder}
              onChange={(event) => setComment(event.target.value)}
            />
          </Stack>
        )}
        {isSigned && <p>{t.signedBy(walk.signed_by ?? '')}</p>}
      </Stack>
      <Foot>
        {failure && (
          <Text as="p" tone="alarm" role="alert">
            {failure}
          </Text>
        )}
        {isSigned ? (
          <Row gap={8} justify="center" wrap>
            <Button
              size="large"
              icon="download"
              onClick={() => void walkPdf(walk).catch((error: Error) => showToast('error', error.message))}
            >
              {t.pdf}
            </Button>
            <Link to="/maintenance-tasks">{t.tasks}</Link>
            <Button size="large" onClick={onAgain}>
              {t.again}
            </Button>
          </Row>
        ) : (
          <>
            <Button size="large" look="primary" busy={busy} onClick={() => run()}>
              {walk.state === 'armed' ? t.sign(walk.device_name) : t.signLate}
            </Button>
            {walk.state === 'armed' && <Button onClick={onBack}>{t.keepWalking}</Button>}
            <Note>{t.signNote}</Note>
          </>
        )}
      </Foot>
    </>
  );
};
