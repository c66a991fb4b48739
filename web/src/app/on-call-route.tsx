import { useSelection } from '../domain/selection.ts';
import { Running } from '../features/escalation/components/running.tsx';
import { OnCallPage } from '../features/on-call/page.tsx';

/** Connects rotations with escalations, because features must not import each other. */
export const OnCall = () => <OnCallPage running={<Running {...useSelection()} />} />;
