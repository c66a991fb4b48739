import type { OutOfService } from '@tocsin/contract/out-of-service';
import { texts } from '@tocsin/contract/texts/out-of-service';
import { dayText } from '../ui/time.ts';

/** One line with reason, person and review date, which is in the site's zone. */
export const outOfServiceText = (
  out: Pick<OutOfService, 'reason' | 'by'> & { readonly review_at: string | number },
  zone: string,
): string => texts.about(out.reason ?? texts.noReason, out.by, dayText(new Date(out.review_at).getTime(), zone));
