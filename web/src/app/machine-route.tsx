import { MachinePage } from '../features/labels/machine-page.tsx';
import { OpenTasks } from '../features/maintenance-tasks/open-tasks.tsx';
import { AddNote } from '../features/notes/add-note.tsx';
import { DeviceRound } from '../features/rounds/machine.tsx';

/** Connects the page of a machine with the features on it, because features must not import each other. */
export const Machine = () => <MachinePage Round={DeviceRound} Tasks={OpenTasks} Note={AddNote} />;
