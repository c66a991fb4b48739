import { texts } from '@tocsin/contract/texts/graphs';
import { Dropdown } from 'antd';
import { Button } from '../../../../ui/button.tsx';
import type { Preset } from '../presets.ts';

interface Props {
  readonly presets: readonly Preset[];
  readonly onPick: (paths: readonly string[]) => void;
}

/** Menu of sensor groups that are worth one chart. */
export const PresetMenu = ({ presets, onPick }: Props) =>
  presets.length === 0 ? null : (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: presets.map(({ title, paths }) => ({ key: paths.join(), label: title, onClick: () => onPick(paths) })),
      }}
    >
      <Button icon="chart">{texts.presets.open}</Button>
    </Dropdown>
  );
