import { FirstSteps } from './rooms/settings/first-steps.tsx';
import { SiteListPage } from './rooms/sites/list-page.tsx';

/** Where everybody lands meets what an operator does first: rooms never import each other. */
export const Sites = () => (
  <>
    <FirstSteps />
    <SiteListPage />
  </>
);
