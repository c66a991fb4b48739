import { Navigate } from '@tanstack/react-router';
import { useSelection } from '../domain/selection.ts';

/** The sidebar's entry: the proof tests of the selected site; without one, the tasks of all sites. */
export const MaintenanceEntry = () => {
  const { site } = useSelection();
  if (site === null) return <Navigate to="/maintenance-tasks" replace />;
  return <Navigate to="/sites/$id/proof-tests" params={{ id: String(site) }} replace />;
};
