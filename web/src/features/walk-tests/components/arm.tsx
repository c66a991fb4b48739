import { useQueryClient } from '@tanstack/react-query';
import { isTestable } from '@tocsin/contract/maintenance';
import { texts as t } from '@tocsin/contract/texts/walk-tests';
import { idleMinutes, type WalkTest } from '@tocsin/contract/walk-tests';
import { Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import type { Device } from '../../../domain/plant.ts';
import { useRunningSensor } from '../../../domain/running-sensor.ts';
import { isDisabled, type SensorReading } from '../../../domain/sensor-status.ts';
import { useDeviceStore, useHead, useReadingDetails } from '../../../live/use-reading.ts';
import { Button } from '../../../ui/button.tsx';
import { Foot } from '../../../ui/foot.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Empty } from '../../../ui/states.tsx';
import { dayText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import { armWalk } from '../queries.ts';

const canArm = (path: string, reading: SensorReading | undefined): boolean =>
  isTestable(path) && (reading === undefined || !isDisabled(reading));
const minutes = [5, 15, idleMinutes.usual, idleMinutes.most] as const;

const Fact = ({ icon, title, text }: { readonly icon: IconName; readonly title: string; readonly text: string }) => (
  <Row as="li" gap={16} align="flex-start" padding="12px 16px" borderTop="1px solid var(--line)">
    <Icon name={icon} size={20} />
    <Text as="p" tone="quiet" size={13}>
      <Text as="b" display="block" tone="plain" size={16} weight={600}>
        {title}
      </Text>
      {text}
    </Text>
  </Row>
);

interface Props {
  readonly device: Device;
  readonly last: WalkTest | null;
}

/** Before the walk: what is armed, what follows from it, and that the machine is locked out. */
export const Arm = ({ device, last }: Props) => {
  const queries = useQueryClient();
  const head = useHead();
  const store = useDeviceStore();
  const running = useRunningSensor();
  const groups = useMemo(
    () =>
      (head?.groups ?? [])
        .map((group) => ({
          ...group,
          paths: group.paths.filter((path) => canArm(path, store.about(path))),
        }))
        .filter((group) => group.paths.length > 0),
    [head?.groups, store],
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [idle, setIdle] = useState<number>(idleMinutes.usual);
  const [isLockedOut, setLockedOut] = useState(false);
  const all = groups.flatMap((group) => group.paths);
  const chosen = all.filter((path) => !left.has(path));
  const { run, busy, failure } = useAction(() => armWalk(queries, device.id, chosen, idle), { fails: 'here' });
  const choose = (paths: readonly string[], isChosen: boolean): void => {
    const next = new Set(left);
    for (const path of paths) {
      if (isChosen) next.delete(path);
      else next.add(path);
    }
    setLeft(next);
  };
  if (head !== null && all.length === 0) return <Empty icon="wrench" title={t.noSensors} />;
  return (
    <>
      <Stack gap={16} padding="12px 16px" alignContent="start" flex={1}>
        <Stack surface gap={4} padding="12px 16px">
          <Text as="h2" size={16} weight={500}>
            {device.title}
          </Text>
          <Text as="p" size={28} line={36} weight={600}>
            {t.sensors(chosen.length)}
          </Text>
          <Note>
            {last === null
              ? t.neverWalked
              : t.last(
                  dayText(Date.parse(last.since), device.timezone),
                  last.signed_by ?? last.armed_by,
                  last.passed,
                  last.total,
                )}
          </Note>
        </Stack>
        <Stack as="ul" surface listStyle="none" padding={0} margin={0}>
          <Fact icon="clock" title={t.facts.idle(idle)} text={t.facts.idleMore} />
          <Fact icon="bell" title={t.facts.quiet} text={t.facts.quietMore} />
          <Fact icon="headset" title={t.facts.real} text={t.facts.realMore} />
          <Fact icon="users" title={t.facts.told} text={t.facts.toldMore} />
        </Stack>
        <Stack as="fieldset" surface gap={4} padding="12px 16px" margin={0} border="1px solid var(--line)">
          <legend>{t.choose}</legend>
          {groups.map((group) => {
            const own = group.paths.filter((path) => !left.has(path)).length;
            return (
              <Row key={group.id} gap={8} wrap align="flex-start" justify="space-between" minHeight={36}>
                <Checkbox
                  checked={own === group.paths.length}
                  indeterminate={own > 0 && own < group.paths.length}
                  onChange={(event) => choose(group.paths, event.target.checked)}
                >
                  {group.name}
                </Checkbox>
                <details>
                  <Text
                    as="summary"
                    tone="quiet"
                    size={13}
                    line={32}
                    textAlign="right"
                    aria-label={`${group.name}: ${t.selected(own, group.paths.length)}`}
                  >
                    {t.selected(own, group.paths.length)}
                  </Text>
                  <Stack gap={4} paddingLeft={24}>
                    {group.paths.map((path) => (
                      <SensorBox key={path} path={path} isChosen={!left.has(path)} onChoose={choose} />
                    ))}
                  </Stack>
                </details>
              </Row>
            );
          })}
        </Stack>
        <Row justify="space-between" gap={8} wrap>
          <span>{t.idleLabel}</span>
          <Segments
            label={t.idleLabel}
            items={minutes.map((each) => ({ key: String(each), label: String(each) }))}
            current={String(idle)}
            onPick={(key) => setIdle(Number(key))}
          />
        </Row>
      </Stack>
      <Foot>
        {head?.online === false && <Note>{t.offline}</Note>}
        {running !== null && (
          <Row gap={8} align="flex-start" role="status">
            <Icon name="warningSolid" size={16} />
            <Text as="p" weight={600} minWidth={0} overflowWrap="anywhere">
              {t.runsNow(device.title, running)}
            </Text>
          </Row>
        )}
        {failure && (
          <Text as="p" tone="alarm" role="alert">
            {failure}
          </Text>
        )}
        <Row minHeight={44} justify="center">
          <Checkbox checked={isLockedOut} onChange={(event) => setLockedOut(event.target.checked)}>
            {t.lockedOut}
          </Checkbox>
        </Row>
        <Button
          size="large"
          look="primary"
          icon="wrench"
          busy={busy}
          disabled={!isLockedOut || chosen.length === 0 || head?.online !== true}
          onClick={() => run()}
        >
          {t.arm(device.title)}
        </Button>
      </Foot>
    </>
  );
};

interface BoxProps {
  readonly path: string;
  readonly isChosen: boolean;
  readonly onChoose: (paths: readonly string[], isChosen: boolean) => void;
}
const SensorBox = ({ path, isChosen, onChoose }: BoxProps) => (
  <Checkbox checked={isChosen} onChange={(event) => onChoose([path], event.target.checked)}>
    {useReadingDetails(path)?.name ?? path}
  </Checkbox>
);
