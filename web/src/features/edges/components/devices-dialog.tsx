import { useQuery } from '@tanstack/react-query';
import type { Edge } from '@tocsin/contract/edges';
import { texts } from '@tocsin/contract/texts/edges';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { devicesQuery } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import css from '../edges.module.css';

interface Props {
  readonly site: number;
  readonly edge: Edge;
  readonly edges: readonly Edge[];
  readonly onSave: (devices: readonly number[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Assigns devices of the site to an edge; those of other edges are shown but disabled. */
export const DevicesDialog = ({ site, edge, edges, onSave, onClose }: Props) => {
  const { data, error, refetch } = useQuery(devicesQuery(site));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(edge.devices.map(({ id }) => id)));
  const { run: save, busy, failure } = useAction(() => onSave([...ticked]), { fails: 'here' });
  const ownerOf = (device: number): string | undefined =>
    edges.find((one) => one.id !== edge.id && one.devices.some(({ id }) => id === device))?.title;
  const tick = (device: number, isOn: boolean): void => {
    const next = new Set(ticked);
    if (isOn) next.add(device);
    else next.delete(device);
    setTicked(next);
  };
  return (
    <Dialog title={texts.assignTitle(edge.title)} onClose={onClose}>
      <Grid columns="minmax(0, 1fr)" gap={12}>
        <p>{texts.assignAbout}</p>
        {failure !== null && <Notice tone="alarm">{failure}</Notice>}
        {error && !data && <Failed text={error.message} again={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.count === 0 && <p>{texts.noneToAssign}</p>}
        <Stack as="ul" gap={4} maxHeight="50vh" overflow="auto" className={css.choices}>
          {data?.results.map((device) => {
            const owner = ownerOf(device.id);
            return (
              <li key={device.id}>
                <Checkbox
                  checked={ticked.has(device.id)}
                  disabled={owner !== undefined}
                  onChange={(event) => tick(device.id, event.target.checked)}
                >
                  {device.title}
                  {owner !== undefined && <small>{texts.ofOther(owner)}</small>}
                </Checkbox>
              </li>
            );
          })}
        </Stack>
        <Row wrap justify="flex-end" gap={8} align="stretch" className={css.acts}>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="primary" busy={busy} onClick={save}>
            {texts.save}
          </Button>
        </Row>
      </Grid>
    </Dialog>
  );
};
