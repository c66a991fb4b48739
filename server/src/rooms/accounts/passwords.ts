import { hash, verify } from '@node-rs/argon2';

/** Beyond this nothing is hashed: it can't be anybody's password. */
export const longestPassword = 1000;

/** The same letters typed on another keyboard are the same password. */
const normal = (password: string): string => password.normalize('NFKC').slice(0, longestPassword * 2);

/** argon2id with the library's parameters (19 MiB, 2 rounds), which follow OWASP's advice. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password));

let nobodys: Promise<string> | undefined;

/** Takes as long for an unknown name as for a known one. */
export const isPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  nobodys ??= hashPassword('the password of nobody');
  const right = await verify(passwordHash ?? (await nobodys), normal(password));
  return right && passwordHash != null && password.length <= longestPassword;
};
