const later = /\s*(Please try again later)?[.!]?$/;

const count = (n: number, one: string): string => (n === 1 ? `one ${one}` : `${n} ${one}s`);

/** A refusal with the time after which it ends: never 'in 0 minutes', and no number that nobody wants to count. */
export const waitText = (text: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const time = minutes < 60 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
  return `${text.replace(later, '').replace(/\.$/, '')}. Please try again in ${time}.`;
};
