import { RehearsalPanel } from '../features/rehearsal/panel.tsx';
import { WarningsPage } from '../features/sensors/warnings-page.tsx';

/** Connects the rule editor with the rehearsal, because features must not import each other. */
export const Warnings = () => <WarningsPage RehearsalPanel={RehearsalPanel} />;
