import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Timescale } from '@tocsin/contract/graphs';
import { fullSensorId } from '@tocsin/contract/layout';
import { useMemo } from 'react';
import { useAction } from '../../../ui/use-action.ts';
import { type ArrangeAction, arrange, type GraphName, nodesQuery } from './queries.ts';

/** The nodes with selected sensors, and the selection itself. */
export const useNodeNames = (device: number, on: boolean, timescale: Timescale | null) => {
  const queries = useQueryClient();
  const { data, error } = useQuery({ ...nodesQuery(device), enabled: on });
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
  const { run: onArrange, busy } = useAction((action: ArrangeAction) => arrange(device, action, timescale), {
    onDone: ({ results }) => queries.setQueryData(nodesQuery(device).queryKey, results),
  });
  const stamp = JSON.stringify(data?.flatMap((node) => node.sensors.filter((s) => s.selected).map((s) => s.id)));
  return { nodes: data ?? [], names, error, busy, onArrange, stamp };
};
