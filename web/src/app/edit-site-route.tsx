import { GatewaySection } from '../features/gateways/gateway-section.tsx';
import { ModbusNetworks } from '../features/gateways/modbus-networks.tsx';
import { EditSitePage } from '../features/sites/edit-page.tsx';

/** Connects the site page with the ways in of its devices, because features must not import each other. */
export const EditSite = () => (
  <EditSitePage
    gateway={(site) => (
      <>
        <GatewaySection site={site.id} title={site.title} zone={site.timezone} />
        <ModbusNetworks site={site.id} />
      </>
    )}
  />
);
