import { Link, Navigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/schemas';
import { texts as shell } from '@tocsin/contract/texts/shell';
import { useSelection } from '../../domain/selection.ts';
import { Empty } from '../../ui/states.tsx';
import { addresses } from './addresses.ts';

/** The sidebar's entry: the schemas of the selected site. */
export const VisualDashboardEntry = () => {
  const { site } = useSelection();
  if (site !== null) return <Navigate to={addresses.list(site)} replace />;
  return (
    <Empty icon="plant" title={texts.noLocation}>
      <Link to="/sites">{shell.entries.sites.label}</Link>
    </Empty>
  );
};
