import { Select, Slider } from 'antd';
import { type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { Row } from './layout.tsx';
import css from './player.module.css';
import { exactText, zonedMinuteText } from './time.ts';

interface Words {
  readonly player: string;
  readonly play: string;
  readonly pause: string;
  readonly speed: string;
  readonly speeds: (speed: number) => string;
  readonly slider: string;
}

/** What plays: a moment in unix ms that moves at a speed; 0: it stands still. */
interface Played {
  readonly at: number;
  readonly speed: number;
  readonly goTo: (at: number) => void;
  readonly play: (speed: number) => void;
}

interface Props {
  readonly played: Played;
  readonly words: Words;
  /** The ends of the slider in unix ms. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly speeds: readonly number[];
  /** The speed of the first press on play. */
  readonly firstSpeed: number;
  /** Buttons before and after the one that plays. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Marks on the slider. */
  readonly marks?: ReactNode;
}

/** Playback controls: play, speed, and a slider over a span of time. */
export const Player = (props: Props) => {
  const { played, words, from, to, zone, speeds, firstSpeed, before, after, marks } = props;
  const { at, speed, goTo, play } = played;
  const [chosen, setChosen] = useState(firstSpeed);
  const [dragged, setDragged] = useState<number | null>(null);
  return (
    <Row
      as="section"
      wrap
      gap="4px 20px"
      padding="4px var(--page-pad)"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      aria-label={words.player}
    >
      <Row gap={4} wrap className={css.buttons}>
        {before}
        <IconButton
          icon={speed > 0 ? 'pause' : 'play'}
          label={speed > 0 ? words.pause : words.play}
          onClick={() => play(speed > 0 ? 0 : chosen)}
        />
        {after}
        <Select
          size="small"
          aria-label={words.speed}
          value={chosen}
          onChange={(next) => {
            setChosen(next);
            if (speed > 0) play(next);
          }}
          options={speeds.map((value) => ({ value, label: words.speeds(value) }))}
        />
      </Row>
      <Row flex={1} gap={12} minWidth={160} tone="quiet" size={12} whiteSpace="nowrap" className={css.span}>
        <span>{zonedMinuteText(from, zone)}</span>
        <div className={css.track}>
          <Slider
            min={from}
            max={to}
            step={1_000}
            value={dragged ?? at}
            ariaLabelForHandle={words.slider}
            ariaValueTextFormatterForHandle={(value) => exactText(value, zone)}
            tooltip={{ formatter: (value) => (value === undefined ? null : exactText(value, zone)) }}
            onChange={setDragged}
            onChangeComplete={(value) => {
              setDragged(null);
              goTo(value);
            }}
          />
          {marks}
        </div>
        <span>{zonedMinuteText(to, zone)}</span>
      </Row>
    </Row>
  );
};
