import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as protection } from '@tocsin/contract/texts/protection';
import { texts } from '@tocsin/contract/texts/schemas';
import { heldBackWords } from '../../../domain/held-back-words.ts';
import { shownNow } from '../../../live/clock.ts';
import { zonedMinuteText } from '../../../ui/time.ts';
import type { MachineStatus } from './machine-status.ts';
import { readingText } from './reading-text.ts';
import { wordOfState } from './state-look.ts';
import type { Suspect } from './suspects.ts';

/** The second line of a label: the state if it is not normal, otherwise a value with its sensor's name. */
export function secondLine(
  machine: string,
  status: MachineStatus,
  suspects: readonly Suspect[] | undefined,
  zone: string,
): string {
  const { state, name, value, isWord, held, since } = status;
  const reading = readingText(machine, name, value, isWord);
  if (state === 'alarm' || state === 'warning') return `${wordOfState[state].toUpperCase()} ${reading}`;
  if (held !== null)
    return heldBackWords(held, zone, shownNow()).short + (held.more > 0 ? ` ${outOfService.more(held.more)}` : '');
  if (suspects !== undefined)
    return protection.kinds.suspected_dead + (suspects.length > 1 ? ` (${suspects.length})` : '');
  if (state === 'stopped' || state === 'reading') return wordOfState[state];
  if (state === 'no_info')
    return since === null ? texts.tagNoInfo : `${texts.tagNoInfo} ${texts.since(zonedMinuteText(since, zone))}`;
  return reading;
}
