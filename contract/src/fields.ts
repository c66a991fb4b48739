import { z } from 'zod';

/** Fields that many forms share, with the specification's texts (administration.md 5). */
export const tooLong = 'Ensure this field has no more than 255 characters';
export const notAnEmail = 'The input is not valid E-mail!';
export const emailMissing = 'Please input your Email Address!';

/** A line of text that must be there. A number typed into it is taken as text. */
export const required = (message: string, max = 255, longMessage = tooLong) =>
  z
    .preprocess((v) => (typeof v === 'number' ? String(v) : v), z.string(message))
    .pipe(z.string().trim().min(1, message).max(max, longMessage));

/** A line of text that may be empty; null and absence in a whole form mean empty. */
export const optional = (max = 255, longMessage = tooLong) =>
  z
    .string()
    .nullish()
    .transform((v) => (v ?? '').trim())
    .pipe(z.string().max(max, longMessage));

// No white space, no control characters and no angle brackets: an address can't carry a header or markup.
const emailPattern =
  /^[A-Za-z0-9._%+'-]+@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;

/** Looks like an address; whether it is one, a mail shows. */
export const isEmail = (text: string): boolean => emailPattern.test(text);

/** An e-mail address that must be there. */
export const requiredEmail = (missing = emailMissing) =>
  required(missing).pipe(z.string().regex(emailPattern, notAnEmail));
/** An e-mail address, or nothing. */
export const optionalEmail = () => optional().pipe(z.string().refine((v) => v === '' || isEmail(v), notAnEmail));

/** The version that the editor had in hand; an older one than the stored answers 409. Absent: whoever is last wins. */
export const Version = z.number().int().positive();
