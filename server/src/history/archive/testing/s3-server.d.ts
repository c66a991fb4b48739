import type { ArchiveConfig } from '../../../platform/config.ts';
/**
 * What the store does wrong with calls of a method: answers 500, never answers, ends within the body, returns a wrong
 * byte, forgets what it confirmed.
 */
export type StoreFault = 'error' | 'silent' | 'cut' | 'wrong' | 'forgets';
export interface S3Server {
    readonly config: ArchiveConfig;
    readonly objects: Map<string, Buffer>;
    /** Faults by method, until removed. */
    readonly faults: Map<string, StoreFault>;
    /** Calls as `METHOD key`, in order. */
    readonly calls: string[];
    close(): Promise<void>;
}
/** A small S3 server in memory: put, get and delete of whole objects in one bucket, and faults. */
export declare function startS3Server(overrides?: Partial<ArchiveConfig>): Promise<S3Server>;
