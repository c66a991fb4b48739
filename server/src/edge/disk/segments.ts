import { readdirSync, readFileSync, statSync, truncateSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './json-file.ts';
import { headBytes, readRecords, recordAt } from './records.ts';

/** A file of the queue: the state of all devices at its beginning, then records with ascending numbers. */
export interface Segment {
  readonly path: string;
  /** Number of its first record; also its file's name. */
  readonly first: number;
  records: number;
  bytes: number;
}

/** The contents of a segment: the text of its checkpoint, and those of its records. */
export interface SegmentTexts {
  readonly checkpoint: string;
  readonly records: readonly string[];
}

const nameOf = (first: number): string => `${String(first).padStart(16, '0')}.seg`;
export const segmentPath = (folder: string, first: number): string => join(folder, nameOf(first));

/** Reads a segment's texts; damaged records are the text 'damaged'. */
export function readSegment(path: string): SegmentTexts {
  const [checkpoint = 'damaged', ...records] = readRecords(readFileSync(path)).texts;
  return { checkpoint, records };
}

/**
 * The segments of a folder, oldest first. Cuts the torn tail of the newest; removes a newest one that a crash left
 * without its checkpoint, for it can hold no record.
 */
export function repairSegments(folder: string): { readonly segments: Segment[]; readonly cutBytes: number } {
  const names = readdirSync(folder)
    .filter((name) => /^\d{16}\.seg$/.test(name))
    .sort();
  const segments: Segment[] = [];
  let cutBytes = 0;
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    const isLast = index === names.length - 1;
    const { texts, end } = readRecords(readFileSync(path));
    const size = statSync(path).size;
    if (isLast && texts.length === 0) {
      unlinkSync(path);
      syncFolder(folder);
      cutBytes += size;
      continue;
    }
    if (isLast && end < size) {
      truncateSync(path, end);
      cutBytes += size - end;
    }
    segments.push({ path, first: Number(name.slice(0, 16)), records: texts.length - 1, bytes: isLast ? end : size });
  }
  return { segments, cutBytes };
}

/** A segment in memory whose records can be read by number. */
export interface LoadedSegment {
  readonly first: number;
  readonly bytes: Buffer;
  /** Where each record begins, the checkpoint left out. */
  readonly starts: readonly number[];
}

/** Loads the segment's first `length` bytes, which are known to be whole. */
export function loadSegment({ path, first, bytes: length }: Segment): LoadedSegment {
  const bytes = readFileSync(path).subarray(0, length);
  const starts: number[] = [];
  let at = recordAt(bytes, 0)?.end ?? length;
  while (at + headBytes <= length) {
    starts.push(at);
    at += headBytes + bytes.readUInt32LE(at);
  }
  return { first, bytes, starts };
}
