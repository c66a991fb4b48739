import { lazy, Suspense } from 'react';
import { useMe } from '../../domain/plant.ts';

const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));

/** Loads the tour unless it has been closed. */
export const TourGate = () => {
  const me = useMe();
  if (me === undefined || me.tour_closed) return null;
  return (
    <Suspense fallback={null}>
      <Tour me={me} />
    </Suspense>
  );
};
