import { z } from 'zod';
import { line } from './line.ts';

/** Fields that many forms share, with the specification's texts. */
export const tooLong = 'Ensure this field has no more than 255 characters';
export const notAnEmail = 'The input is not valid E-mail!';
export const emailMissing = 'Please input your Email Address!';

const numberAsText = (v: unknown) => (typeof v === 'number' ? String(v) : v);

/** A required single line of text. A number is accepted as text. */
export const required = (message: string, max = 255, longMessage = tooLong) =>
  z.preprocess(numberAsText, z.string(message)).pipe(line().min(1, message).max(max, longMessage));

/** The same for a text that may have several lines. */
export const requiredText = (message: string, max = 255, longMessage = tooLong) =>
  z.preprocess(numberAsText, z.string(message)).pipe(z.string().trim().min(1, message).max(max, longMessage));

/** An optional single line of text; null and absence mean empty. */
export const optional = (max = 255, longMessage = tooLong) =>
  z
    .string()
    .nullish()
    .transform((v) => (v ?? '').trim())
    .pipe(line().max(max, longMessage));

// No white space, control characters or angle brackets, so that an address cannot inject a header or markup.
const emailPattern =
  /^[A-Za-z0-9._%+'-]+@(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/;

/**
 * The address with its domain in the form of the DNS: `mühle.example` becomes `xn--mhle-0ra.example`, so that one mailbox
 * is one text. What is no address stays as it is.
 */
export const asciiEmail = (text: string): string => {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // A URL would take what follows these signs for a path, a port or a number.
  if (at < 1 || !/[^ -~]/.test(domain) || /[\p{Cc}\s/:?#@\\%[\]<>]/u.test(domain)) return text;
  return URL.canParse(`http://${domain}`) ? `${text.slice(0, at)}@${new URL(`http://${domain}`).hostname}` : text;
};

/** Checks the format of an address; only a mail shows whether it exists. */
export const isEmail = (text: string): boolean => emailPattern.test(asciiEmail(text));

/** A required e-mail address. */
export const requiredEmail = (missing = emailMissing) =>
  requiredText(missing).transform(asciiEmail).pipe(z.string().regex(emailPattern, notAnEmail));
/** An optional e-mail address. */
export const optionalEmail = () =>
  optionalText()
    .transform(asciiEmail)
    .pipe(z.string().refine((v) => v === '' || isEmail(v), notAnEmail));

/** The same for a text that may have several lines. */
export const optionalText = (max = 255, longMessage = tooLong) =>
  z
    .string()
    .nullish()
    .transform((v) => (v ?? '').trim())
    .pipe(z.string().max(max, longMessage));

/** The version that the editor loaded; an outdated one answers 409. Absent: the last change wins. */
export const Version = z.number().int().positive();
