import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RegisterMap } from './modbus.ts';

/** Lines of a tag list that are read at most; the rest is refused as a whole. */
export const maxTagLines = 100_000;

/** Why a line of the file was not taken; lines are counted from 1. */
export const BadTag = z.object({ line: z.number(), text: z.string() });
export type BadTag = z.infer<typeof BadTag>;

/** A line as it was read, with the address as the file has it. */
export const TagPreview = z.object({ name: z.string(), address: z.string(), type: z.string() });
export type TagPreview = z.infer<typeof TagPreview>;

/** A tag list as a register map. Nothing was stored: the map is sent to the device once it looks right. */
export const TagList = z.object({
  /** Null: no line could be taken. */
  map: RegisterMap.nullable(),
  taken: z.number(),
  lines: z.number(),
  /** The first 200 of the lines that were not taken, and how many there are. */
  bad: z.array(BadTag),
  bad_count: z.number(),
  /** The first lines that were taken. */
  preview: z.array(TagPreview),
  /** Headings of columns that are not read. */
  unused: z.array(z.string()),
});
export type TagList = z.infer<typeof TagList>;

export const endpoints = {
  read: endpoint.post('/api/v1/devices/:id/modbus/tags/', {
    may: 'device.edit',
    programs: 'none',
    says: 'Read a tag list (CSV) as a register map, with every line that cannot be taken; nothing is stored',
    multipart: true,
    maxBytes: 9 * 1024 * 1024,
    reply: TagList,
  }),
} as const;
