export interface ServerOptions {
  /** Beside the ports, the data folder and the first super user. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kept folder of an earlier run; without it a fresh one that `remove` deletes. */
  readonly dataDir?: string;
  readonly demo?: boolean;
}
export declare const admin: {
  readonly email: 'first@tocsin.example';
  readonly password: 'Correct-Horse-7';
};
/** A real server as a process of its own, as operators start it, on ports and a data folder of its own. */
export declare class TocsinServer {
  #private;
  readonly port: number;
  readonly mqttPort: number;
  readonly dataDir: string;
  private constructor();
  static start(options?: ServerOptions): Promise<TocsinServer>;
  get url(): string;
  get mqttUrl(): string;
  get pid(): number;
  /** Starts, or starts again after `kill`, and waits until frames can be stored. */
  start(withinMs?: number): Promise<void>;
  ready(): Promise<boolean>;
  /** `kill -9`: nothing is written, nothing said. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The process id of the embedded PostgreSQL's first process, from its own pid file; null when it does not run. */
  databasePid(): number | null;
  log(): string;
  remove(): Promise<void>;
}
