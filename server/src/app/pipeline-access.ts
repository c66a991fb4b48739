import type { Notification } from '@tocsin/contract/live';
import type { Answers } from '../cluster/remote-commands.ts';
import type { LiveCatalog } from '../features/devices/index.ts';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import { answersOf } from './cluster.ts';
import type { RunningPipeline } from './pipeline.ts';

/** What adapters and features use of the pipeline, in one process or in a cluster. */
export interface PipelineAccess {
  readonly intake: Intake;
  readonly commands: Answers;
  /** Publishes acknowledgements to every page that received the events; at most 100, which fit one message. */
  acknowledged(notifications: readonly Notification[]): void;
  /** The catalog; changes through it reach every process. */
  readonly catalog: LiveCatalog;
}

export function pipelineAccessOf({ pipeline, others }: RunningPipeline, catalog: LiveCatalog): PipelineAccess {
  if (!others)
    return {
      intake: pipeline,
      commands: answersOf(pipeline),
      acknowledged: (notifications) => pipeline.notifications.acknowledged(notifications),
      catalog,
    };
  const { intake, commands, broadcast } = others;
  return {
    intake,
    commands,
    acknowledged(notifications) {
      pipeline.notifications.acknowledged(notifications);
      broadcast.publish('acknowledged', notifications);
    },
    catalog: {
      ...catalog,
      changed(scope) {
        broadcast.publish('catalog', scope);
        return catalog.changed(scope);
      },
    },
  };
}
