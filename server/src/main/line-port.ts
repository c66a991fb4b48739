import type { Notification } from '@tocsin/contract/live';
import type { Intake } from '../flow/1-receive/intake.ts';
import type { Answers } from '../processes/commands.ts';
import type { LiveCatalog } from '../rooms/devices/index.ts';
import type { RunningLine } from './line.ts';
import { answersOf } from './processes.ts';

/** What doors and rooms have of the line, whether this process has all of it or shares it with others. */
export interface LinePort {
  readonly intake: Intake;
  readonly commands: Answers;
  /** Every open page that was told of an event learns who acknowledged it. */
  acknowledged(notification: Notification): void;
  /** The catalog; what is changed by way of it is changed in every process. */
  readonly catalog: LiveCatalog;
}

export function linePortOf({ line, others }: RunningLine, catalog: LiveCatalog): LinePort {
  if (!others)
    return {
      intake: line,
      commands: answersOf(line),
      acknowledged: (notification) => line.notifications.acknowledged(notification),
      catalog,
    };
  const { intake, commands, hearsay } = others;
  return {
    intake,
    commands,
    acknowledged(notification) {
      line.notifications.acknowledged(notification);
      hearsay.tell('acknowledged', notification);
    },
    catalog: {
      ...catalog,
      changed(scope) {
        hearsay.tell('catalog', scope);
        return catalog.changed(scope);
      },
    },
  };
}
