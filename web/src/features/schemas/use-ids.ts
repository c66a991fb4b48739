import { useParams } from '@tanstack/react-router';

interface Ids {
  readonly siteId: number;
  readonly schemaId: number;
  readonly tabId: number;
  readonly machineId: number;
}

/** The ids in the address; a missing or invalid id is 0, which matches nothing. */
export function useIds(): Ids {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const id = (name: string): number => (/^[1-9]\d{0,9}$/.test(params[name] ?? '') ? Number(params[name]) : 0);
  return { siteId: id('siteId'), schemaId: id('schemaId'), tabId: id('tabId'), machineId: id('machineId') };
}
