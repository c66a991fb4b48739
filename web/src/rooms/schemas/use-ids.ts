import { useParams } from '@tanstack/react-router';

interface Ids {
  readonly siteId: number;
  readonly schemaId: number;
  readonly tabId: number;
  readonly machineId: number;
}

/** The ids of the address; what it has not, or what is no number, is 0, which names nothing. */
export function useIds(): Ids {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const id = (name: string): number => (/^[1-9]\d{0,9}$/.test(params[name] ?? '') ? Number(params[name]) : 0);
  return { siteId: id('siteId'), schemaId: id('schemaId'), tabId: id('tabId'), machineId: id('machineId') };
}
