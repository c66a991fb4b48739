import { texts } from '@tocsin/contract/texts/historical';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Player } from '../../../../ui/player.tsx';
import type { Snapshot } from '../use-snapshot.ts';

const hour = 3_600_000;
const speeds = [1, 5, 10, 30, 60] as const;

/** Playback controls of a snapshot: a slider over one hour, single frame steps, and play. */
export const SnapshotPlayer = ({ snapshot, zone }: { readonly snapshot: Snapshot; readonly zone: string }) => {
  const { now, speed, goTo, step, play } = snapshot;
  const at = now?.at ?? 0;
  const [middle, setMiddle] = useState(at);
  useEffect(() => {
    if (at !== 0 && Math.abs(at - middle) > hour / 2) setMiddle(at);
  }, [at, middle]);
  if (now === null) return null;
  return (
    <Player
      played={{ at, speed, goTo, play }}
      words={texts}
      from={middle - hour / 2}
      to={middle + hour / 2}
      zone={zone}
      speeds={speeds}
      firstSpeed={10}
      before={
        <>
          <Button size="bar" onClick={() => goTo(at - hour)}>
            −1 h
          </Button>
          <IconButton icon="left" label={texts.stepBack} onClick={() => step(-1)} />
        </>
      }
      after={
        <>
          <IconButton icon="right" label={texts.stepOn} onClick={() => step(1)} />
          <Button size="bar" onClick={() => goTo(at + hour)}>
            +1 h
          </Button>
        </>
      }
    />
  );
};
