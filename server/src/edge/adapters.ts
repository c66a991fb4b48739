import { RegisterMap } from '@tocsin/contract/modbus';
import Fastify, { type FastifyInstance } from 'fastify';
import { httpAdapter } from '../pipeline/1-receive/http/http-adapter.ts';
import type { Intake } from '../pipeline/1-receive/intake.ts';
import { MappedIntake } from '../pipeline/1-receive/mapped/mapped-intake.ts';
import { ModbusAdapter } from '../pipeline/1-receive/modbus/modbus-adapter.ts';
import { ModbusNetworks } from '../pipeline/1-receive/modbus/modbus-line.ts';
import { type ModbusPlan, planOf } from '../pipeline/1-receive/modbus/modbus-map.ts';
import { MqttAdapter } from '../pipeline/1-receive/mqtt/mqtt-adapter.ts';
import type { Clock } from '../platform/clock.ts';
import { boundBodies } from '../platform/http/bodies.ts';
import { buildErrorHandler } from '../platform/http/failures.ts';
import type { Log } from '../platform/log.ts';
import type { EdgeCatalog, EdgeCatalogChange } from './edge-catalog.ts';
import type { EdgeMaps } from './edge-maps.ts';
import type { createEdgeSignIn } from './edge-sign-in.ts';
import type { EdgeSettings } from './settings.ts';

export interface EdgeAdapters {
  readonly httpPort: number;
  /** null: off. */
  readonly mqttPort: number | null;
  /** Follows a new configuration. */
  changed(changes: readonly EdgeCatalogChange[]): void;
  stop(): Promise<void>;
}

export interface EdgeAdapterDependencies {
  readonly settings: EdgeSettings;
  readonly intake: Intake;
  /** The intake of polls. */
  readonly pollIntake: Intake;
  readonly catalog: EdgeCatalog;
  readonly maps: EdgeMaps;
  readonly signIn: ReturnType<typeof createEdgeSignIn>;
  /** Never corrected. */
  readonly pacing: Clock;
  readonly log: Log;
}

/** Opens the same adapters as the portal: HTTP, MQTT with Sparkplug, and Modbus polling. */
export async function openEdgeAdapters(dependencies: EdgeAdapterDependencies): Promise<EdgeAdapters> {
  const { settings, intake, pollIntake, catalog, maps, signIn, pacing, log } = dependencies;
  const mapped = new MappedIntake({ intake, catalog, maps, clock: pacing });
  const http = await openHttp(dependencies, mapped);
  const mqtt =
    settings.mqttPort === null
      ? null
      : new MqttAdapter({
          intake,
          catalog,
          ...signIn,
          mapped,
          clock: pacing,
          sparkplug: { hostId: 'tocsin', reorderMs: 2_000 },
          log: log.with({ part: 'mqtt' }),
          host: settings.host,
          port: settings.mqttPort,
          tls: null,
        });
  const modbus = new ModbusAdapter({
    intake: pollIntake,
    catalog,
    clock: pacing,
    networks: new ModbusNetworks(settings.modbusNetworks),
    planOf: createPlans(),
  });
  const mqttPort = (await mqtt?.start()) ?? null;
  modbus.start();
  return {
    httpPort: portOf(http),
    mqttPort,
    changed(changes) {
      for (const { before, after } of changes) modbus.changed(before, after);
    },
    async stop() {
      modbus.stop();
      await mqtt?.stop();
      await http.close();
    },
  };
}

async function openHttp(
  { settings, intake, catalog, signIn, pacing, log }: EdgeAdapterDependencies,
  mapped: MappedIntake,
) {
  const http = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  // The schemas describe; the decoders read.
  http.setValidatorCompiler(() => (value) => ({ value }));
  http.setSerializerCompiler(() => (value) => JSON.stringify(value));
  http.setErrorHandler(buildErrorHandler(log.with({ part: 'http' })));
  boundBodies(http);
  await http.register(httpAdapter({ intake, catalog, ...signIn, mapped, clock: pacing }));
  await http.listen({ host: settings.host, port: settings.httpPort });
  return http;
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Plans of register maps, the same object for the same map. */
function createPlans() {
  const plans = new Map<string, ModbusPlan>();
  return ({ modbusMap }: { readonly modbusMap: string | null }): ModbusPlan | null => {
    if (modbusMap === null) return null;
    let plan = plans.get(modbusMap);
    if (!plan) {
      plan = planOf(RegisterMap.parse(JSON.parse(modbusMap)));
      plans.set(modbusMap, plan);
    }
    return plan;
  };
}
