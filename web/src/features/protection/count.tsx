import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/protection';
import { useSelection } from '../../domain/selection.ts';
import css from './count.module.css';
import { countQuery } from './queries.ts';

/** The number on the sidebar's link: a dash until it was read, nothing while it is 0. */
export const ProtectionCount = () => {
  const { client } = useSelection();
  const { data } = useQuery(countQuery(client));
  const count = data && (data.needs_somebody ?? data.count);
  if (client === null || count === 0) return null;
  if (count === undefined) return <span className={css.count}>–</span>;
  return (
    <span className={css.count} title={texts.need(count)}>
      {count}
    </span>
  );
};
