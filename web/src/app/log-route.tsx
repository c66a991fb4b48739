import { lazy, Suspense } from 'react';
import { useMe } from '../domain/me.ts';
import { opensVisualDashboard } from '../domain/rights.ts';
import { NotificationLogPage } from '../features/notifications/log/page.tsx';

const Film = lazy(async () => ({
  default: (await import('../features/schemas/film/incident-film.tsx')).IncidentFilm,
}));

/** The log, with the film of an incident beside its story. */
export const LogRoute = () => {
  const me = useMe();
  const canSee = me && me.kind !== 'wall' && opensVisualDashboard(me);
  return (
    <NotificationLogPage
      filmOf={(about) =>
        canSee ? (
          <Suspense fallback={null}>
            <Film {...about} />
          </Suspense>
        ) : null
      }
    />
  );
};
