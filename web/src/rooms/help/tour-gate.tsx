import { lazy, Suspense } from 'react';
import { useMe } from '../../wire/plant.ts';

const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));

/** Loads the tour for those who have not closed it. */
export const TourGate = () => {
  const me = useMe();
  if (me === undefined || me.tour_closed) return null;
  return (
    <Suspense fallback={null}>
      <Tour me={me} />
    </Suspense>
  );
};
