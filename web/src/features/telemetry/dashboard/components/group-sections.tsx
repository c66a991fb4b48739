import { texts } from '@tocsin/contract/texts/dashboard';
import { texts as ui } from '@tocsin/contract/texts/ui';
import { useState } from 'react';
import type { Device } from '../../../../domain/plant.ts';
import { useDerived } from '../../../../live/use-derived.ts';
import { useHead } from '../../../../live/use-reading.ts';
import { worst } from '../../../../ui/severity.ts';
import { Empty } from '../../../../ui/states.tsx';
import { useAfterDelay } from '../../../../ui/use-after-delay.ts';
import { usePhone } from '../../../../ui/use-media.ts';
import { useImages, useLimits } from '../../use-limits.ts';
import type { Mode } from '../mode.ts';
import type { Filter } from '../model.ts';
import { useIsInAlarm, useVisibleSections } from '../use-visible-sections.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { Groups, sectionId } from './groups.tsx';
import { Strip } from './strip.tsx';
import { Toolbar } from './toolbar.tsx';

/** Time after which the placeholder says that the first document is late. */
const splashMs = 3_000;
/** Path of the machine state that a WDC4 reports. */
const systemState = '18.18000';

/** Scrolls to the element with this id. */
export const toSection = (id: string): void => {
  const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: smooth ? 'smooth' : 'auto', block: 'start' });
};

export const Waiting = () => <DashboardSkeleton text={useAfterDelay(splashMs) ? texts.slow : ui.loading} />;

/** The dashboard of devices with groups of sensors: WDC4 and IE-Nodes. */
export const GroupSections = ({
  device,
  zone,
  mode,
}: {
  readonly device: Device;
  readonly zone: string;
  readonly mode: Mode;
}) => {
  const head = useHead();
  const phone = usePhone();
  const [filter, setFilter] = useState<Filter>('active');
  /** The user's choice until the page is left; null: sections in alarm come first while there is an alarm. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isInAlarm = useIsInAlarm();
  const alarmedFirst = phone || (chosen ?? isInAlarm);
  const limits = useLimits(device.id);
  const images = useImages(device.id);
  const shownGroups = useVisibleSections(filter, alarmedFirst);
  const running = useDerived((store) => store.reading(systemState)?.state ?? '');
  const chips = shownGroups
    .filter((section) => section.cards.length > 0)
    .map(({ name, worst: severity, text }) => ({ key: name, label: name, text, severity }));
  return (
    <>
      <Strip
        device={device}
        worst={
          head?.online === false
            ? worst(['offline', ...shownGroups.map((each) => each.worst)])
            : worst(shownGroups.map((each) => each.worst))
        }
        about={running === '' ? [] : [running]}
        chips={chips}
        onChip={(name) => toSection(sectionId(name))}
        sign={mode.sign}
      />
      {mode.notices}
      <Toolbar
        tabs={mode.tabs}
        current={mode.current}
        nodes={false}
        filter={filter}
        onFilter={setFilter}
        alarmedFirst={alarmedFirst}
        onAlarmedFirst={phone ? undefined : setChosen}
        hidden={shownGroups.reduce((sum, section) => sum + section.hidden, 0)}
      >
        {mode.tools}
      </Toolbar>
      {head !== null && head.groups.length === 0 && <Empty icon="device" title={texts.nothing} />}
      {head !== null && head.groups.length > 0 && chips.length === 0 && <Empty title={texts.nothingLeft} />}
      <Groups shownGroups={shownGroups} zone={zone} limits={limits} images={images} phone={phone} />
      {/* Below the cards, which would otherwise move up when it goes. */}
      {head === null && <Waiting />}
    </>
  );
};
