import type { SecurityEvents } from '../access/security-events.ts';
import type { ProviderDependencies } from '../features/client-sign-in/index.ts';
import type { ImportPiece, LiveCatalog, ModbusPort } from '../features/devices/index.ts';
import type { Gateways, GatewaysDependencies } from '../features/gateways/index.ts';
import type { HealthDependencies } from '../features/health/index.ts';
import type { InspectionDependencies } from '../features/inspection/index.ts';
import type { TestPort } from '../features/maintenance/index.ts';
import type { NotificationsDependencies } from '../features/notifications/index.ts';
import type { RehearsalDependencies } from '../features/rehearsal/index.ts';
import type { LiveOf } from '../features/schemas/index.ts';
import type { SettingsDependencies } from '../features/settings/index.ts';
import type { ShelvesPort } from '../features/shelves/index.ts';
import type { TelemetryDependencies } from '../features/telemetry/index.ts';
import type { WalkTestsDependencies } from '../features/walk-tests/index.ts';
import type { Administration, ReadDeviceSummary } from '../pipeline/catalog.ts';
import type { Config } from '../platform/config.ts';
import type { DbAndClock } from '../platform/db.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { Log } from '../platform/log.ts';
import type { SigningKey } from '../platform/signing-key.ts';
import type { KnownEdges } from './edges.ts';
import type { Mapped } from './payload-maps.ts';

/** Dependencies of the features; each takes those that it needs. */
export interface FeatureDependencies extends DbAndClock {
  readonly config: Config;
  readonly log: Log;
  /** Calls of service accounts' batches that run at a time, of the connections that people use. */
  readonly batchCallsAtOnce: number;
  /** Encrypts and compares device codes. */
  readonly encryption: Encryption;
  /** Signs links and encrypts authenticator secrets. */
  readonly accountEncryption: Encryption;
  /** Signs certificates of protected hours. */
  readonly certificateKey: SigningKey;
  /** Signs the one-use links of messages. */
  readonly messageEncryption: Encryption;
  /** Encrypts the addresses and keys of contact methods. */
  readonly contactEncryption: Encryption;
  /** Encrypts the secrets of clients' providers. */
  readonly providerEncryption: Encryption;
  /** Encrypts the secrets of webhooks. */
  readonly webhookEncryption: Encryption;
  /** Tests have their provider on loopback; otherwise `PROVIDER_NETWORKS`. */
  readonly isProviderAllowed?: ProviderDependencies['isPrivateAllowed'] | undefined;
  readonly mqttPort: number | null;
  /** Called after somebody's password was changed. */
  readonly passwordChanged?: () => Promise<void>;
  /** Failed sign-ins, locks, resets and refused tokens. */
  readonly security: SecurityEvents;
  /** Shown beside the demo's sign-in form. */
  readonly demo?: SettingsDependencies['demo'];
  /** Register maps and polling results. */
  readonly modbus: ModbusPort;
  /** Gateway credentials in memory, their encryption, and unknown edge nodes. */
  readonly gateways: Gateways;
  readonly gatewayEncryption: Encryption;
  readonly unknown: GatewaysDependencies['unknown'];
  /** Payload maps in memory, and messages that wait for one. */
  readonly payloadMaps: Mapped;
  /** Edges in memory, and their configurations. */
  readonly knownEdges: KnownEdges;
  readonly catalog: LiveCatalog;
  /** The pipeline's summary of a device. */
  readonly deviceSummary: ReadDeviceSummary;
  /** Records a person's change of a site or device as an event. */
  readonly administered: (what: Administration) => Promise<void>;
  readonly acknowledged: NotificationsDependencies['acknowledged'];
  /** A device's live document; undefined when the device has never reported. */
  readonly live: LiveOf;
  /** Maintenance tests and fixes, executed by the pipeline. */
  readonly tests: TestPort;
  /** Shelves, evaluated by the pipeline. */
  readonly shelves: ShelvesPort;
  /** Walk tests, evaluated by the pipeline. */
  readonly walk: WalkTestsDependencies['walk'];
  /** History and the pipeline's data for graphs. */
  readonly graphs: Pick<TelemetryDependencies, 'history' | 'deviceOf' | 'documentAt'>;
  readonly health: HealthDependencies;
  /** When sensors reported that they were inactive, from history. */
  readonly inactiveSpansOf: InspectionDependencies['inactiveSpansOf'];
  readonly writeInspection?: InspectionDependencies['write'];
  /** Imports a piece of a file of the past in a thread of its own. */
  readonly importPiece: ImportPiece;
  /** Runs rules over history in a thread of its own. */
  readonly rehearser: RehearsalDependencies['rehearser'];
}
