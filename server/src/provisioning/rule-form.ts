import { noResponse } from '@tocsin/contract/responses';
import { simpleConditions } from '@tocsin/contract/rule-conditions';

type Fields = Readonly<Record<string, unknown>>;

const noGate = { sign: null, value: null, state: null, for_seconds: 0 };

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
const isFields = (value: unknown): value is Fields => value !== null && typeof value === 'object';

/** A rule with every field; without a unit the unit of `before` counts as meant. */
export const wholeRule = ({ id: _, ...row }: Fields, before?: Fields): Fields => {
  const gate = isFields(row.only_while) ? row.only_while : null;
  const gateBefore = isFields(before?.only_while) ? before.only_while : undefined;
  return {
    ...noResponse,
    ...simpleConditions,
    ...given(row),
    unit: row.unit ?? before?.unit ?? null,
    only_while: gate && { ...noGate, ...given(gate), unit: gate.unit ?? gateBefore?.unit ?? null },
  };
};

/** A rule or response without what is as usual. */
export const shortForm = (row: Fields): Fields => {
  const usual: Fields = { ...noResponse, ...simpleConditions, ...noGate };
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => value !== null && value !== undefined && (value !== usual[name] || name === 'value'))
      .map(([name, value]) => [name, name === 'only_while' && isFields(value) ? shortForm(value) : value]),
  );
};
