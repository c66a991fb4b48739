import { useQuery } from '@tanstack/react-query';
import { needText, protectionCountQuery } from '../../domain/protection-count.ts';
import { useSelection } from '../../domain/selection.ts';
import { Count } from '../../ui/count.tsx';

/** The number on the sidebar's link: a dash until it was read, nothing while it is 0. */
export const ProtectionCount = () => {
  const { client } = useSelection();
  const { data } = useQuery(protectionCountQuery(client));
  const count = data && (data.needs_somebody ?? data.count);
  if (client === null || count === 0) return null;
  return (
    <span title={data && needText(data)}>
      <Count of={count} />
    </span>
  );
};
