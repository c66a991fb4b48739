import { useMaintenance } from '../features/maintenance/use-maintenance.tsx';
import { DashboardPage } from '../features/telemetry/dashboard/page.tsx';

/** Connects the dashboard with maintenance tests, because features must not import each other. */
export const Dashboard = () => <DashboardPage useMaintenance={useMaintenance} />;
