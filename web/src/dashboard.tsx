import { useMaintenance } from './rooms/maintenance/use-maintenance.tsx';
import { DashboardPage } from './rooms/telemetry/dashboard/page.tsx';

/** Where the dashboard meets the tests of sensors: rooms never import each other. */
export const Dashboard = () => <DashboardPage useMaintenance={useMaintenance} />;
