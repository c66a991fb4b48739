import { GatewaySection } from '../features/gateways/gateway-section.tsx';
import { EditSitePage } from '../features/sites/edit-page.tsx';

/** Joins the site page and the gateway credential: features never import each other. */
export const EditSite = () => (
  <EditSitePage gateway={(site) => <GatewaySection site={site.id} title={site.title} zone={site.timezone} />} />
);
