import { useQuery } from '@tanstack/react-query';
import { endpoints, type SensorImages } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/sensors';
import { Select } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import type { Device } from '../../domain/plant.ts';
import { SensorImage } from '../../domain/sensor-image.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForEditors, Loaded } from './components/for-editors.tsx';
import frame from './components/settings-frame.module.css';
import { SettingsLayout } from './components/settings-frame.tsx';
import css from './images-page.module.css';
import { matching } from './model.ts';
import { imagesQuery, imageTypesQuery } from './queries.ts';
import { useSave } from './use-save.ts';

const words = texts.images;
/** antd's Select does not accept null. */
const none = 0;

const ImagesForm = ({ device, images }: { readonly device: Device; readonly images: z.infer<typeof SensorImages> }) => {
  const [picked, setPicked] = useState<Readonly<Record<string, number | null>>>({});
  const [text, setText] = useState('');
  const types = useQuery(imageTypesQuery()).data?.results ?? [];
  const had = new Map(images.groups.flatMap((group) => group.sensors.map((sensor) => [sensor.id, sensor.image])));
  const changed = Object.fromEntries(Object.entries(picked).filter(([id, image]) => image !== (had.get(id) ?? null)));
  const dirty = Object.keys(changed).length > 0;
  const save = useSave(dirty, () =>
    call(endpoints.saveImages, {
      params: { id: device.id },
      body: { device_id: device.id, data: { sensor_image_types: changed } },
    }),
  );
  const options = [
    { value: none, label: words.none },
    ...types.map((type) => ({
      value: type.id,
      label: (
        <Row as="span" inline gap={8}>
          <SensorImage id={type.id} size={20} /> {type.name}
        </Row>
      ),
    })),
  ];
  return (
    <SettingsLayout
      title={words.title(device.title)}
      failure={save.failure}
      busy={save.busy}
      dirty={dirty}
      onSave={save.run}
      onCancel={save.onCancel}
    >
      <SearchBox value={text} onChange={setText} placeholder={texts.find} />
      {images.groups.length === 0 && <Empty title={words.empty} />}
      {matching(images.groups, text, (sensor) => sensor.name).map((group) => (
        <Text key={group.id} as="section" surface className={frame.group}>
          <h2>{group.name}</h2>
          <Grid columns="repeat(auto-fill, minmax(280px, 1fr))" gap={12} padding="4px 16px 16px">
            {group.sensors.map((sensor) => {
              const image = sensor.id in picked ? (picked[sensor.id] ?? null) : sensor.image;
              return (
                <Grid
                  key={sensor.id}
                  columns="48px minmax(0, 1fr)"
                  align="center"
                  gap="4px 12px"
                  padding={10}
                  border="1px solid var(--line)"
                  borderRadius="var(--r-button)"
                >
                  <Stack
                    as="span"
                    style={{ gridRow: 'span 2' }}
                    placeItems="center"
                    width={48}
                    height={48}
                    borderRadius="var(--r-button)"
                    background="var(--sunken)"
                    tone="quiet"
                  >
                    <SensorImage id={image} size={36} />
                  </Stack>
                  <Text weight={550} oneLine>
                    {sensor.name}
                  </Text>
                  <Select
                    aria-label={words.of(sensor.name)}
                    value={image ?? none}
                    onChange={(value) => setPicked({ ...picked, [sensor.id]: value === none ? null : value })}
                    options={options}
                    className={css.select ?? ''}
                  />
                </Grid>
              );
            })}
          </Grid>
        </Text>
      ))}
    </SettingsLayout>
  );
};

const ImagesContent = ({ device }: { readonly device: Device }) => {
  const { data, error, dataUpdatedAt } = useQuery(imagesQuery(device.id));
  return (
    <Loaded data={data} error={error}>
      {(images) => <ImagesForm key={dataUpdatedAt} device={device} images={images} />}
    </Loaded>
  );
};

export const SensorImagesPage = () => <ForEditors>{(device) => <ImagesContent device={device} />}</ForEditors>;
