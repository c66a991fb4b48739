/** The text as one line for a mail: white space becomes single spaces, what is invisible goes. */
export const onOneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .trim();
