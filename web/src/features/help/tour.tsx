import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/help';
import { useEffect, useState } from 'react';
import type { Me } from '../../domain/me.ts';
import { Guide } from './guide.tsx';
import { rememberTourClosed } from './tour-closed.ts';
import { tourSteps } from './tour-steps.ts';

/** The tour for new users; once closed, it is not shown again. */
export const Tour = ({ me }: { readonly me: Me }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [steps] = useState(() => tourSteps(me));
  const [at, setAt] = useState(0);
  const to = steps[at]?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step navigates; users may then go elsewhere.
  useEffect(() => {
    if (to !== undefined && path !== to) void navigate({ to });
  }, [to]);
  return (
    <Guide
      steps={steps}
      at={at}
      closeLabel={texts.tour.close}
      onStep={setAt}
      onClose={() => void rememberTourClosed(queries, true)}
    />
  );
};
