import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Timescale } from '@tocsin/contract/graphs';
import { fullSensorId } from '@tocsin/contract/layout';
import { texts } from '@tocsin/contract/texts/graphs';
import { useMemo, useState } from 'react';
import { showToast } from '../../../ui/toast.tsx';
import { type ArrangeAction, arrange, type GraphName, nodesQuery } from './queries.ts';

/** The nodes with selected sensors, and the selection itself. */
export const useNodeNames = (device: number, on: boolean, timescale: Timescale | null) => {
  const queries = useQueryClient();
  const { data, error } = useQuery({ ...nodesQuery(device), enabled: on });
  const [busy, setBusy] = useState(false);
  const names = useMemo(
    () =>
      data
        ?.filter((node) => node.sensors.some((sensor) => sensor.selected))
        .map(
          (node): GraphName => ({
            path: fullSensorId(device, String(node.number)),
            name: `${node.formatted_number} ${node.name}`,
            group: '',
          }),
        ),
    [data, device],
  );
  const onArrange = async (action: ArrangeAction): Promise<void> => {
    setBusy(true);
    try {
      queries.setQueryData(nodesQuery(device).queryKey, (await arrange(device, action, timescale)).results);
    } catch (failure) {
      showToast('error', failure instanceof Error ? failure.message : texts.failed);
    } finally {
      setBusy(false);
    }
  };
  const stamp = JSON.stringify(data?.flatMap((node) => node.sensors.filter((s) => s.selected).map((s) => s.id)));
  return { nodes: data ?? [], names, error, busy, onArrange, stamp };
};
