/**
 * Fields that no answer to a program holds: what opens an account, a device or a gateway. A test compares them with the
 * contract.
 */
const secretFields: ReadonlySet<string> = new Set([
  'activation_key',
  'activation_link',
  'credential',
  'link',
  'password',
  'secret',
  'token',
]);

/** The code of a device opens it; that of a type is its name. */
export const isSecret = (name: string, within: object): boolean =>
  secretFields.has(name) || (name === 'code' && 'serial_number' in within);

/** The answer with null in place of every secret. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isSecret(name, value) ? null : withoutSecrets(part)]),
  );
};
