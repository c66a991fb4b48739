import { endpoints, type OwnProof } from '@tocsin/contract/passkeys';
import { call } from '../../../api/call.ts';
import { createCredential, getCredential } from '../../../domain/passkey-credentials.ts';

/** Adds a passkey; resolves with recovery codes if it is the user's first second factor, else with none. */
export const addPasskey = async (name: string, proof: OwnProof): Promise<readonly string[]> => {
  const credential = await createCredential(await call(endpoints.begin, { body: proof }));
  return (await call(endpoints.create, { body: { name, credential } })).recovery_codes ?? [];
};
export const renamePasskey = (id: number, name: string) => call(endpoints.rename, { params: { id }, body: { name } });
export const removePasskey = (id: number, proof: OwnProof) => call(endpoints.remove, { params: { id }, body: proof });

export const verifyByPasskey = async (): Promise<void> => {
  const credential = await getCredential(await call(endpoints.beginVerify));
  await call(endpoints.verify, { body: { credential } });
};
/** Signs in with a passkey; resolves with the token of a new session. */
export const signInByPasskey = async (): Promise<string> => {
  const credential = await getCredential(await call(endpoints.beginSignIn));
  return (await call(endpoints.signIn, { body: { credential } })).token;
};
