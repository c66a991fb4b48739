import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/protection';
import { useSelection } from '../../domain/selection.ts';
import css from './count.module.css';
import { countQuery } from './queries.ts';

/** The number on the sidebar's link; nothing while it is 0. */
export const ProtectionCount = () => {
  const { data } = useQuery(countQuery(useSelection().client));
  if (!data || data.count === 0) return null;
  return (
    <span className={css.count} title={texts.wall(data.count)}>
      {data.count}
    </span>
  );
};
