import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointSpec } from '@tocsin/contract/endpoint';

const contract = join(import.meta.dirname, '../../../contract/src');
const isEndpoint = (value: unknown): value is EndpointSpec =>
  value !== null && typeof value === 'object' && 'may' in value && 'says' in value;

/** Every endpoint of the contract. */
export const allEndpoints = async (): Promise<EndpointSpec[]> => {
  const files = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const modules: object[] = await Promise.all(files.map((name) => import(join(contract, name))));
  return modules
    .flatMap((module): unknown[] => Object.values(module))
    .flatMap((value) => (value !== null && typeof value === 'object' ? Object.values(value).filter(isEndpoint) : []));
};
