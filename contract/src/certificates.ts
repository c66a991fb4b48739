import { z } from 'zod';
import { endpoint, listOf, listQuery } from './endpoint.ts';
import { TextId } from './ids.ts';

/** A certificate of protected hours, as it was issued. */
export const Certificate = z.object({
  /** Such as 'S12-2026-10-v1'. */
  number: z.string(),
  month: z.string(),
  version: z.number().int(),
  issued_at: z.iso.datetime(),
  issued_by: z.string(),
  /** Percent with one decimal, rounded down; null: nothing ran. */
  share: z.number().nullable(),
  /** The figures have changed since: a new version can be issued. */
  is_outdated: z.boolean(),
  is_time_stamped: z.boolean(),
});
export type Certificate = z.infer<typeof Certificate>;

const Month = z
  .string('Please give a month as YYYY-MM.')
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Please give a month as YYYY-MM.');

export const endpoints = {
  list: endpoint.get('/api/v1/locations/:id/certificates/', {
    may: 'site.approve',
    programs: 'none',
    says: 'Certificates of protected hours that were issued for a site, newest first',
    query: z.object(listQuery(200, 50)),
    reply: listOf(Certificate),
  }),
  issue: endpoint.post('/api/v1/locations/:id/certificates/', {
    may: 'site.approve',
    programs: 'none',
    says: 'Issues and signs the certificate of protected hours of a finished month; later figures make a new version that names the former one',
    body: z.object({ month: Month }),
    reply: Certificate,
    status: 201,
  }),
  file: endpoint.get('/api/v1/locations/:id/certificates/:number/:part/', {
    may: 'site.approve',
    programs: 'none',
    says: 'A part of a certificate: page.pdf, annex.pdf or certificate.json, which is signed and holds the hashes of both',
    params: z.object({
      id: TextId,
      number: z.string().max(60),
      part: z.enum(['page.pdf', 'annex.pdf', 'certificate.json']),
    }),
    sends: 'application/octet-stream',
  }),
};
