import { texts } from '@tocsin/contract/texts/historical';
import { Select, Slider } from 'antd';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { exactText, zonedMinuteText } from '../../../../ui/time.ts';
import type { Snapshot } from '../use-snapshot.ts';
import css from './player.module.css';

const hour = 3_600_000;
const speeds = [1, 5, 10, 30, 60] as const;

/** Playback controls of a snapshot: a slider over one hour, single frame steps, and play. */
export const Player = ({ snapshot, zone }: { readonly snapshot: Snapshot; readonly zone: string }) => {
  const { now, speed, goTo, step, play } = snapshot;
  const [selectedSpeed, setSelectedSpeed] = useState(10);
  const at = now?.at ?? 0;
  const [middle, setMiddle] = useState(at);
  const [dragged, setDragged] = useState<number | null>(null);
  useEffect(() => {
    if (at !== 0 && Math.abs(at - middle) > hour / 2) setMiddle(at);
  }, [at, middle]);
  if (now === null) return null;
  const from = middle - hour / 2;
  const to = middle + hour / 2;
  return (
    <section className={css.player} aria-label={texts.player}>
      <div className={css.buttons}>
        <Button size="bar" onClick={() => goTo(at - hour)}>
          −1 h
        </Button>
        <IconButton icon="left" label={texts.stepBack} onClick={() => step(-1)} />
        <IconButton
          icon={speed > 0 ? 'pause' : 'play'}
          label={speed > 0 ? texts.pause : texts.play}
          onClick={() => play(speed > 0 ? 0 : selectedSpeed)}
        />
        <IconButton icon="right" label={texts.stepOn} onClick={() => step(1)} />
        <Button size="bar" onClick={() => goTo(at + hour)}>
          +1 h
        </Button>
        <Select
          size="small"
          aria-label={texts.speed}
          value={selectedSpeed}
          onChange={(next) => {
            setSelectedSpeed(next);
            if (speed > 0) play(next);
          }}
          options={speeds.map((value) => ({ value, label: texts.speeds(value) }))}
        />
      </div>
      <div className={css.slide}>
        <span>{zonedMinuteText(from, zone)}</span>
        <Slider
          className={css.slider ?? ''}
          min={from}
          max={to}
          step={1_000}
          value={dragged ?? at}
          ariaLabelForHandle={texts.slider}
          ariaValueTextFormatterForHandle={(value) => exactText(value, zone)}
          tooltip={{ formatter: (value) => (value === undefined ? null : exactText(value, zone)) }}
          onChange={setDragged}
          onChangeComplete={(value) => {
            setDragged(null);
            goTo(value);
          }}
        />
        <span>{zonedMinuteText(to, zone)}</span>
      </div>
    </section>
  );
};
