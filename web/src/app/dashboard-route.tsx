import { useMaintenance } from '../features/maintenance/use-maintenance.tsx';
import { DashboardPage } from '../features/telemetry/dashboard/page.tsx';

/** Joins the dashboard and the maintenance tests: features never import each other. */
export const Dashboard = () => <DashboardPage useMaintenance={useMaintenance} />;
