import { CallError } from '../../api/call-error.ts';
import { saveFailureText } from '../../ui/use-action.ts';
import { errorLines } from './model.ts';

/** The text of a refused schema: its first field with its name, if the refusal names one. */
export const failureText = (error: unknown): string =>
  (error instanceof CallError ? errorLines(error.fields)[0] : undefined) ?? saveFailureText(error);
