import { useMemo, useState } from 'react';
import { worst } from '../../../../kit/severity.ts';
import { Empty } from '../../../../kit/states.tsx';
import { useLater } from '../../../../kit/use-later.ts';
import { usePhone } from '../../../../kit/use-media.ts';
import type { Device } from '../../../../wire/plant.ts';
import { useMoment } from '../../../../wire/use-moment.ts';
import { useHead } from '../../../../wire/use-reading.ts';
import { useImages, useLimits } from '../../use-limits.ts';
import type { Mode } from '../mode.ts';
import type { Filter } from '../model.ts';
import { texts } from '../texts.ts';
import { DashboardBones } from './bones.tsx';
import { Groups, sectionId, useShown } from './groups.tsx';
import { Strip } from './strip.tsx';
import { Toolbar } from './toolbar.tsx';

/** The splash goes with the first document, after 3 seconds at the latest. */
const splashMs = 3_000;
/** What the machine does, as a WDC4 tells it. */
const systemState = '18.18000';

export const toSection = (id: string): void => {
  const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(id)?.scrollIntoView({ behavior: smooth ? 'smooth' : 'auto', block: 'start' });
};

export const Waiting = () => <DashboardBones text={useLater(splashMs) ? texts.slow : 'Loading...'} />;

/** Devices with groups of sensors: WDC4 and IE-Nodes. */
export const GroupBoard = ({
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
  const [alarmedFirst, setAlarmedFirst] = useState(false);
  const limits = useLimits(device.id);
  const images = useImages(device.id);
  const order = useMemo(() => ({ alarmedFirst: alarmedFirst || phone, worstFirst: phone }), [alarmedFirst, phone]);
  const found = useShown(filter, order);
  const running = useMoment((board) => board.reading(systemState)?.state ?? '');
  const chips = found
    .filter((section) => section.paths.length > 0)
    .map(({ name, worst: severity, text }) => ({ key: name, label: name, text, severity }));
  return (
    <>
      <Strip
        device={device}
        worst={
          head?.online === false
            ? worst(['offline', ...found.map((each) => each.worst)])
            : worst(found.map((each) => each.worst))
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
        onAlarmedFirst={phone ? undefined : setAlarmedFirst}
        hidden={found.reduce((sum, section) => sum + section.hidden, 0)}
      >
        {mode.tools}
      </Toolbar>
      {head === null && <Waiting />}
      {head !== null && head.groups.length === 0 && <Empty icon="device" title={texts.nothing} />}
      {head !== null && head.groups.length > 0 && chips.length === 0 && <Empty title={texts.nothingLeft} />}
      <Groups found={found} zone={zone} limits={limits} images={images} phone={phone} />
    </>
  );
};
