import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/protection';
import { useSelection } from '../../domain/selection.ts';
import { Count } from '../../ui/count.tsx';
import { countQuery } from './queries.ts';

/** The number on the sidebar's link: a dash until it was read, nothing while it is 0. */
export const ProtectionCount = () => {
  const { client } = useSelection();
  const { data } = useQuery(countQuery(client));
  const count = data && (data.needs_somebody ?? data.count);
  if (client === null || count === 0) return null;
  return (
    <span title={count === undefined ? undefined : texts.need(count)}>
      <Count of={count} />
    </span>
  );
};
