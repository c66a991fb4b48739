import { hash, verify } from '@node-rs/argon2';

/** Longer passwords are never hashed: no account can have one. */
export const longestPassword = 1000;

/** The same characters typed on another keyboard are the same password. */
const normal = (password: string): string => password.normalize('NFKC').slice(0, longestPassword * 2);

/** Hashes with argon2id and the library's parameters (19 MiB, 2 passes), which follow OWASP's recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password));

let nobodys: Promise<string> | undefined;

/** Takes the same time for an unknown name as for a known one. */
export const isPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  nobodys ??= hashPassword('the password of nobody');
  const right = await verify(passwordHash ?? (await nobodys), normal(password));
  return right && passwordHash != null && password.length <= longestPassword;
};
