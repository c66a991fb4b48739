import { RehearsalPanel } from '../features/rehearsal/panel.tsx';
import { WarningsPage } from '../features/sensors/warnings-page.tsx';

/** Joins the rule editor and the rehearsal: features never import each other. */
export const Warnings = () => <WarningsPage RehearsalPanel={RehearsalPanel} />;
