import { useQuery } from '@tanstack/react-query';
import { maxCompared } from '@tocsin/contract/graphs';
import { texts } from '@tocsin/contract/texts/graphs';
import { Select } from 'antd';
import { useState } from 'react';
import { devicesQuery } from '../../../../domain/plant.ts';
import { sensorsQuery } from '../../../../domain/sensors.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
import { searchByLabel } from '../../../../ui/search-by-label.ts';
import { namesOf } from '../../graphs/queries.ts';
import css from '../page.module.css';

const t = texts.comparison;

interface Props {
  readonly site: number;
  /** The device that is selected initially. */
  readonly device: number | null;
  readonly chosen: readonly string[];
  readonly onAdd: (path: string) => void;
}

/** Adds a sensor of any device of the site. */
export const AddSensor = ({ site, device: first, chosen, onAdd }: Props) => {
  const [picked, setPicked] = useState<number | null>(null);
  const devices = useQuery(devicesQuery(site)).data?.results ?? [];
  const device = picked ?? first ?? devices[0]?.id ?? null;
  const { data } = useQuery({ ...sensorsQuery(device ?? 0), enabled: device !== null });
  const names = data && device !== null ? namesOf(device, data) : [];
  const isFull = chosen.length >= maxCompared;
  return (
    <Row wrap gap={8} className={css.add}>
      <Select<number>
        aria-label={t.device}
        value={device}
        onChange={setPicked}
        showSearch={searchByLabel}
        popupMatchSelectWidth={false}
        options={devices.map(({ id, title }) => ({ value: Number(id), label: title }))}
      />
      <Select<string>
        aria-label={t.add}
        placeholder={t.add}
        value={null}
        disabled={isFull}
        onChange={onAdd}
        showSearch={searchByLabel}
        popupMatchSelectWidth={false}
        options={names
          .filter(({ path }) => !chosen.includes(path))
          .map(({ path, name, group }) => ({ value: path, label: group === '' ? name : `${name}, ${group}` }))}
      />
      {isFull && (
        <Text tone="quiet" size={12}>
          {t.full(maxCompared)}
        </Text>
      )}
    </Row>
  );
};
