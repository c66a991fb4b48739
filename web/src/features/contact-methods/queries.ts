import { endpoints, type QuietHours } from '@tocsin/contract/contact-methods';
import type { BodyIn } from '@tocsin/contract/endpoint';
import { call, callQuery } from '../../api/call.ts';

export const contactMethodsKey = ['contact-methods'] as const;

/** The user's contact methods. Polled, because a press on a notification confirms a method elsewhere. */
export const contactMethodsQuery = () => callQuery(contactMethodsKey, endpoints.list, { refetchInterval: 5_000 });

export const addMethod = (body: BodyIn<typeof endpoints.create>) => call(endpoints.create, { body });
export const sendCode = (id: number) => call(endpoints.sendCode, { params: { id } });
export const verifyMethod = (id: number, code: string) => call(endpoints.verify, { params: { id }, body: { code } });
export const testMethod = (id: number) => call(endpoints.test, { params: { id } });
export const testEmail = () => call(endpoints.testEmail);
export const changeMethod = (id: number, body: BodyIn<typeof endpoints.change>) =>
  call(endpoints.change, { params: { id }, body });
export const keepMethod = (id: number, proof: BodyIn<typeof endpoints.keep>) =>
  call(endpoints.keep, { params: { id }, body: proof });
export const removeMethod = (id: number) => call(endpoints.remove, { params: { id } });
export const putQuietHours = (quiet_hours: QuietHours | null) =>
  call(endpoints.setQuietHours, { body: { quiet_hours } });
