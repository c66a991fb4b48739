import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/protection';
import { useSelection } from '../../domain/selection.ts';
import css from './count.module.css';
import { countQuery } from './queries.ts';

/** The number on the sidebar's link: a dash until it was read, nothing while it is 0. */
export const ProtectionCount = () => {
  const { client } = useSelection();
  const { data } = useQuery(countQuery(client));
  if (client === null || data?.count === 0) return null;
  if (!data) return <span className={css.count}>–</span>;
  return (
    <span className={css.count} title={texts.wall(data.count)}>
      {data.count}
    </span>
  );
};
