import { useQuery } from '@tanstack/react-query';
import type { BodyIn } from '@tocsin/contract/endpoint';
import type { Duty, endpoints, Rotation } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call';
import { serverNow } from '../../../live/clock.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { momentText } from '../../../ui/time.ts';
import { previewQuery } from '../queries.ts';

/** Duties that each line names: the present one and those that follow. */
const shown = 3;

/** Who is on call before and after a change that is not saved yet; nothing while the turns stay as they are. */
export const TurnsPreview = ({
  rotation,
  change,
}: {
  readonly rotation: Rotation;
  readonly change: BodyIn<typeof endpoints.previewRotation>;
}) => {
  const { data } = useQuery(previewQuery(rotation.id, change));
  if (!data) return null;
  const lineOf = (duties: readonly Duty[]): string =>
    duties
      .slice(0, shown)
      .map(({ person, to }) =>
        texts.until(person?.name ?? texts.nobody, momentText(Date.parse(to), serverNow(), rotation.timezone)),
      )
      .join(', ');
  const [before, after] = [lineOf(data.before), lineOf(data.after)];
  if (before === after) return null;
  const isNow = data.before[0]?.person?.id !== data.after[0]?.person?.id;
  return (
    <Notice tone={isNow ? 'warning' : 'info'}>
      <Stack gap={4}>
        {isNow && <b>{texts.changesNow}</b>}
        <span>{texts.turnsBefore(before)}</span>
        <span>{texts.turnsAfter(after)}</span>
      </Stack>
    </Notice>
  );
};
