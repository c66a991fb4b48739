import { FirstSteps } from '../features/settings/first-steps.tsx';
import { SiteListPage } from '../features/sites/list-page.tsx';

/** Joins the site list and the first steps: features never import each other. */
export const Sites = () => (
  <>
    <FirstSteps />
    <SiteListPage />
  </>
);
