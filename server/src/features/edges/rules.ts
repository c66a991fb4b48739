import type { EdgeHealth } from '@tocsin/contract/edge-exchange';
import type { SiteId } from '@tocsin/contract/ids';
import { hashToken } from '../../platform/tokens.ts';

/** How long a code can be used. */
export const codeLastsMs = 24 * 3_600_000;
export const wrongCode = 'No edge waits for this code. It works once, within 24 hours.';
export const codeHash = (code: string): Buffer => hashToken(code.trim());

/** What the audit log says an entry is about. */
export const aboutEdge = (
  edge: { readonly id: number; readonly title: string },
  subject: { readonly siteId: SiteId; readonly clientId: number },
) => ({
  subject: 'edge',
  subjectId: edge.id,
  subjectName: edge.title,
  clientId: subject.clientId,
  siteId: subject.siteId,
});

/** Whether an edge is from before payload maps, so that it names none; unknown until it has spoken. */
export const isTooOldForMaps = (health: Pick<EdgeHealth, 'maps'> | null): boolean =>
  health !== null && health.maps === undefined;

/** The content of the event that names a gap. */
export const gapText = (edge: string, polls: number): string =>
  `Edge ${edge} had no room: ${polls} ${polls === 1 ? 'poll' : 'polls'} missed`;
