import { Link, Navigate } from '@tanstack/react-router';
import { Empty } from '../../kit/states.tsx';
import { useSelection } from '../../wire/selection.ts';
import { texts } from './texts.ts';

/** The sidebar's entry: the schemas of the selected site. */
export const VisualDashboardEntry = () => {
  const { site } = useSelection();
  if (site !== null) return <Navigate to={`/visual-dashboard/site/${site}/schemas` as string} replace />;
  return (
    <Empty icon="plant" title={texts.noLocation}>
      <Link to="/sites">Sites</Link>
    </Empty>
  );
};
