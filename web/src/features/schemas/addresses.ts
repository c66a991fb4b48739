/** Paths of the visual dashboard's pages. */
const base = (siteId: number): string => `/visual-dashboard/site/${siteId}/schemas`;

export const addresses = {
  list: (siteId: number): string => base(siteId),
  newSchema: (siteId: number): string => `${base(siteId)}/new`,
  tab: (siteId: number, schemaId: number, tabId: number): string => `${base(siteId)}/${schemaId}/tabs/${tabId}`,
  editTab: (siteId: number, schemaId: number, tabId: number): string =>
    `${base(siteId)}/${schemaId}/tabs/${tabId}/edit`,
  newTab: (siteId: number, schemaId: number): string => `${base(siteId)}/${schemaId}/new-tab`,
  machine: (siteId: number, schemaId: number, tabId: number, machineId: number): string =>
    `${base(siteId)}/${schemaId}/tabs/${tabId}/machines/${machineId}`,
} as const;
