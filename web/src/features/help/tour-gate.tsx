import { lazy, Suspense } from 'react';
import { useMe } from '../../domain/me.ts';
import { useStoryPlace } from '../../domain/story.ts';

const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));
const Story = lazy(async () => ({ default: (await import('./story.tsx')).Story }));

/** Loads the demo's story if it is running in this tab, else the tour unless it was closed or the story was shown. */
export const TourGate = () => {
  const me = useMe();
  const story = useStoryPlace();
  if (me === undefined || (story === null && me.tour_closed) || story === 'ended') return null;
  return <Suspense fallback={null}>{story === null ? <Tour me={me} /> : <Story me={me} at={story} />}</Suspense>;
};
