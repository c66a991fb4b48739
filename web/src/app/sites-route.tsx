import { FirstSteps } from '../features/settings/first-steps.tsx';
import { SiteListPage } from '../features/sites/list-page.tsx';

/** Connects the site list with the first steps, because features must not import each other. */
export const Sites = () => (
  <FirstSteps>
    <SiteListPage />
  </FirstSteps>
);
