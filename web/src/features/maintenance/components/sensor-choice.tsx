import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/maintenance';
import { Modal } from 'antd';
import { sensorsQuery } from '../../../domain/sensors.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import css from './sensor-choice.module.css';

interface Props {
  readonly device: number;
  readonly node: { readonly name: string; readonly paths: readonly string[] };
  readonly onPick: (path: string) => void;
  readonly onClose: () => void;
}

/** Dialog that lists the sensors of a node, because its tile is too small to press one of them. */
export const SensorChoice = ({ device, node, onPick, onClose }: Props) => {
  const { data, error } = useQuery(sensorsQuery(device));
  return (
    <Modal open title={texts.choose(node.name)} onCancel={onClose} footer={null} width={380}>
      {error && <Failed text={error.message} />}
      {!error && data === undefined && <Loading />}
      <Stack as="ul" gap={8} className={css.list}>
        {node.paths.map((path) => (
          <li key={path}>
            <button type="button" onClick={() => onPick(path)}>
              <Icon name="wrench" size={16} />
              <Text flex={1}>{data?.find((sensor) => sensor.id === path)?.name ?? path}</Text>
              <Text as="small" tone="faint">
                {path}
              </Text>
            </button>
          </li>
        ))}
      </Stack>
    </Modal>
  );
};
