export { addComparisonRoutes } from './comparison.ts';
export { machineGraphs } from './machine-graphs.ts';
export { addTelemetryRoutes, columnsQuery, type GraphDevice, type TelemetryDependencies } from './routes.ts';
export { addSiteExportRoutes } from './site-export.ts';
