/** The settings (docs/operations.md). A wrong or contradictory one stops the start with one line that names it. */
export interface Config {
    readonly demo: boolean;
    readonly port: number;
    readonly host: string;
    readonly dataDir: string;
    /** null: the embedded PostgreSQL. */
    readonly databaseUrl: string | null;
    /** Connections of that database that other programs and further Tocsin processes use. */
    readonly databaseOthers: number;
    /** One server, or several of one cluster separated by commas; null: everything in this process. */
    readonly natsUrl: string | null;
    readonly roles: ReadonlySet<Role>;
    readonly mqtt: MqttConfig;
    /** This server as a Sparkplug host application; `reorderMs` is the time to wait for a missing message. */
    readonly sparkplug: {
        readonly hostId: string;
        readonly reorderMs: number;
    };
    readonly smtpUrl: string | null;
    /** Time stamp authority (RFC 3161) of certificates; null: they have no time stamp. */
    readonly tsaUrl: string | null;
    readonly mailFrom: string;
    readonly publicUrl: string;
    readonly adminEmail: string | null;
    readonly adminPassword: string | null;
    /** Whether operator staff need a second factor; null: the stored setting decides. */
    readonly staffSecondFactor: 'required' | 'optional' | null;
    /** null: generated into the data folder. */
    readonly secret: string | null;
    readonly retentionFullDays: number;
    readonly retentionSlotsDays: number;
    /** History in object storage; null: all of it is in PostgreSQL. */
    readonly archive: ArchiveConfig | null;
    /** Number of chained reverse proxies before this process; 0: direct access. */
    readonly proxies: number;
    readonly metricsToken: string | null;
    /** Contact for vulnerability reports (`mailto:` or `https:`); null: the operator's support e-mail. */
    readonly securityContact: string | null;
    /** The start is refused unless the data folder is on an encrypted volume. */
    readonly requiresEncryptedData: boolean;
    /** Whether sign-ins, downloads and the like are in the audit log; changes always are. */
    readonly recordsUse: boolean;
    /** The port with TLS of its own, and the files of its certificate; null: a proxy has TLS, or nobody. */
    readonly https: {
        readonly port: number;
        readonly cert: string;
        readonly key: string;
    } | null;
    /** Requested every minute while frames are stored; null: no heartbeat. */
    readonly heartbeatUrl: string | null;
    /** Asked every ten minutes for its Date header, to watch the server's clock; null: not asked. */
    readonly clockUrl: string | null;
    /** Says which version is the newest one; null: nothing is asked. */
    readonly updatesUrl: string | null;
    readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
    readonly captcha: {
        readonly siteKey: string;
        readonly secret: string;
        readonly verifyUrl: string;
    } | null;
    /** Devices of open types that a client may add. */
    readonly mostOpenDevices: number;
    readonly modbusNetworks: readonly string[];
    /** Private networks that clients' sign-in providers may be in. */
    readonly providerNetworks: readonly string[];
    /** The only hosts that webhooks, feeds, providers, push and the SMS gateway may reach; null: all of the public internet. */
    readonly outboundHosts: readonly string[] | null;
    /** Private networks that webhooks may reach. */
    readonly webhookNetworks: readonly string[];
}
type Role = 'web' | 'ingest' | 'jobs';
type MqttConfig = {
    readonly kind: 'embedded';
    /** null: off, TLS connections only. */
    readonly port: number | null;
    readonly tls: MqttTls | null;
} | {
    readonly kind: 'external';
    readonly url: string;
};
/** Where old history moves: a bucket of any S3 dialect. */
export interface ArchiveConfig {
    /** `https://host/bucket`. */
    readonly url: string;
    readonly region: string;
    readonly key: string;
    readonly secret: string;
    /** The bucket is in the path, else it is a part of the host name. */
    readonly isPathStyle: boolean;
    /** Server-side encryption asked of the store, such as `AES256`; null: as the bucket is set. */
    readonly encryption: string | null;
    /** Older days move. */
    readonly hotDays: number;
    /** Replaced and deleted objects stay, so that backups of this age can be restored. */
    readonly keepDays: number;
    /** Size of the cache on disk in MB. */
    readonly cacheMb: number;
}
/** An invalid setting: its one line names the setting and stops the start. */
export declare class SettingError extends Error {
}
/** Files of the broker's TLS port. */
interface MqttTls {
    readonly port: number;
    readonly cert: string;
    readonly key: string;
    /** Certificates of devices; null: devices sign in by their codes only. */
    readonly clients: {
        readonly ca: string;
        readonly crl: string | null;
        readonly isRequired: boolean;
    } | null;
}
type Env = Readonly<Record<string, string | undefined>>;
/**
 * Merges `.env` of the folder with the environment; the environment takes precedence. A setting with `_FILE` after its
 * name is read from that file, as vaults and container platforms hand out secrets. Throws a SettingError without it.
 */
export declare function readEnv(folder: string, env: Env): Env;
/** The addresses of a comma-separated list. */
export declare const addressesOf: (list: string) => string[];
/** Parses settings into a Config; throws a SettingError that names the wrong one in one line. */
export declare function parseConfig(env: Env): Config;
export {};
