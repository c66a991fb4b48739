import type { Incident } from '@tocsin/contract/incidents';
import { texts } from '@tocsin/contract/texts/film';
import { type ReactNode, useCallback } from 'react';
import { Row, Stack } from '../../../ui/layout.tsx';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import type { Machine, Tab } from '../canvas/tab.ts';
import { BeginAtWorst } from '../live/begin-at-worst.ts';
import css from '../live/live.module.css';
import { NotNormal } from '../live/not-normal.tsx';
import { Stage } from '../live/stage.tsx';
import type { Suspects } from '../live/suspects.ts';
import { useViewCommands } from '../live/view.tsx';

const nowhere = (): null => null;
/** Suspicions and active events exist only for the present. */
const noSuspects: Suspects = new Map();
const none: readonly Incident[] = [];

/** The drawing at a past moment, and what was not normal then. */
export const FilmWorkspace = ({ tab, zone, children }: { tab: Tab; zone: string; children: ReactNode }) => {
  const commands = useViewCommands(tab);
  const show = useCallback((machine: Machine) => commands.show(boxOfMachine(machine)), [commands]);
  return (
    <Row flex={1} minHeight={0} align="stretch" className={css.workspace}>
      <BeginAtWorst tab={tab} begin={commands.begin} />
      <Stack grows flex={1} minWidth={0}>
        <Stage tab={tab} zone={zone} suspects={noSuspects} toMachine={nowhere} incidents={none} />
      </Stack>
      <NotNormal
        machines={tab.machines}
        toMachine={nowhere}
        zone={zone}
        incidents={none}
        suspects={noSuspects}
        show={show}
        title={texts.notNormal}
      >
        {children}
      </NotNormal>
    </Row>
  );
};
