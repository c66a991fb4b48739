/** The refusal text without its final full stop and without advice that names no time. */
const withoutAdvice = (text: string): string => {
  const advice = 'Please try again later';
  const plain = text.replace(/[.!]$/, '');
  return (plain.endsWith(advice) ? plain.slice(0, -advice.length) : plain).trimEnd().replace(/\.$/, '');
};

const count = (n: number, one: string): string => (n === 1 ? `one ${one}` : `${n} ${one}s`);

/** Adds the retry time to a refusal text, in a readable unit; never 'in 0 minutes'. */
export const waitText = (text: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const time = minutes < 60 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
  return `${withoutAdvice(text)}. Please try again in ${time}.`;
};
