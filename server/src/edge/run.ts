import { readEnv, SettingError } from '../platform/config.ts';
import { FolderTakenError } from '../platform/embedded-postgres/folder-lock.ts';
import { createLog } from '../platform/log.ts';
import { type RunningEdge, startEdge } from './edge.ts';
import { type EdgeSettings, parseEdgeSettings } from './settings.ts';

/**
 * The program `npm run edge`: reads settings from the environment, exits with code 1 and one line when they are wrong,
 * and stops cleanly on signals.
 */
export async function runEdge(): Promise<void> {
  try {
    const settings = parseEdgeSettings(readEnv(process.cwd(), process.env));
    const running = await startEdge(settings, createLog(settings.logLevel));
    console.info(`Tocsin edge '${running.title}' is running; ${linesOf(settings, running).join(', ')}`);
    stopOnSignal(running);
  } catch (error) {
    const isForOperator =
      error instanceof SettingError ||
      error instanceof FolderTakenError ||
      (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');
    if (!isForOperator) throw error;
    console.error(`The edge can't start: ${error.message}`);
    process.exit(1);
  }
}

const linesOf = (settings: EdgeSettings, { httpPort, mqttPort, pagePort }: RunningEdge): string[] => [
  `HTTP on port ${httpPort}`,
  mqttPort === null ? 'no MQTT' : `MQTT on port ${mqttPort}`,
  pagePort === null ? 'no page' : `page http://${settings.pageHost}:${pagePort}/`,
];

function stopOnSignal(running: RunningEdge): void {
  let isStopping = false;
  const stop = (): void => {
    // A second signal ends it at once: what was acknowledged is on the disk.
    if (isStopping) process.exit(1);
    isStopping = true;
    void running.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
