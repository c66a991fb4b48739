import { endpoints as clients } from '@tocsin/contract/clients';
import { endpoints as templates } from '@tocsin/contract/device-templates';
import { endpoints as types } from '@tocsin/contract/device-types';
import { endpoints as devices } from '@tocsin/contract/devices';
import type { EndpointSpec } from '@tocsin/contract/endpoint';
import { endpoints as policies } from '@tocsin/contract/escalation';
import { endpoints as rotations } from '@tocsin/contract/on-call';
import { endpoints as maps } from '@tocsin/contract/payload-maps';
import type { BatchCall } from '@tocsin/contract/provisioning';
import { endpoints as responses } from '@tocsin/contract/responses';
import { endpoints as sensors } from '@tocsin/contract/sensors';
import { endpoints as sites } from '@tocsin/contract/sites';
import { endpoints as users } from '@tocsin/contract/users';
import { endpoints as webhooks } from '@tocsin/contract/webhooks';
import { namesOf } from './apply.ts';
import { callsOf, lateCallOf, type Names, NotPossible } from './calls.ts';
import { keyOf, nameOf, type Present, type Problem, type Wanted } from './entity.ts';
import type { Installation } from './load.ts';
import type { Step } from './plan.ts';
import { textOf } from './read-file.ts';

const calls: readonly EndpointSpec[] = [
  clients,
  templates,
  types,
  devices,
  policies,
  rotations,
  maps,
  responses,
  sensors,
  sites,
  users,
  webhooks,
].flatMap((of) => Object.values(of));
const bodyOf = ({ method, path }: BatchCall) => {
  const address = (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? ':id' : part))
    .join('/');
  return calls.find((one) => one.method === method && one.path === address)?.body;
};

/** Fields that the API calls otherwise than the file. */
const inFile: Readonly<Record<string, string>> = { location: 'site', device_type: 'type', location_access: 'access' };
/** Kinds whose line is that of the one field which they send. */
const ownField: ReadonlySet<string> = new Set(['names', 'responses', 'rules', 'template', 'map']);

const problemsOf = (wanted: Wanted, call: BatchCall): Problem[] => {
  const result = bodyOf(call)?.safeParse(call.body);
  return (result?.error?.issues ?? []).map((issue) => {
    const path = issue.path.filter((key) => typeof key !== 'symbol');
    const [first, ...rest] = path;
    const field = ownField.has(wanted.kind)
      ? rest
      : path.length > 0
        ? [inFile[String(first)] ?? String(first), ...rest]
        : [];
    const value = path.reduce<unknown>(
      (of, key) => (of !== null && typeof of === 'object' ? Reflect.get(of, key) : undefined),
      call.body,
    );
    const shown = ['string', 'number'].includes(typeof value) ? ` '${String(value)}'` : '';
    const name = field.length > 0 ? `${field.join('.')}${shown}: ` : '';
    return { line: wanted.lineOf(field), text: `${nameOf(wanted)}: ${name}${textOf(issue)}` };
  });
};

/** What the API would refuse of the calls that the steps make, by their form and their names alone. */
export const formProblems = (steps: readonly Step[], plant: Installation, present: readonly Present[]): Problem[] => {
  const { ids, names: known } = namesOf(steps, { plant, present, env: {} });
  for (const step of steps) if (step.kind === 'create') ids.set(keyOf(step.wanted), 1);
  // A secret is needed by `apply` alone.
  const names: Names = { ...known, env: () => 'secret' };
  return steps.flatMap((step): Problem[] => {
    if (step.kind === 'wait' || step.kind === 'remove') return [];
    try {
      const late = lateCallOf(step, 1, names);
      return [...callsOf(step, names), ...(late ? [late] : [])].flatMap((call) => problemsOf(step.wanted, call));
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error;
      return [{ line: step.wanted.line, text: `${nameOf(step.wanted)}: ${error.message}.` }];
    }
  });
};
