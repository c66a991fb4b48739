import { endpoints, type Rehearsal, type RehearsalInput, RehearsalLine } from '@tocsin/contract/rehearsal';
import { texts } from '@tocsin/contract/texts/api';
import { fetchBytes } from '../../api/call.ts';
import { CallError } from '../../api/http.ts';

/** Runs a rehearsal; `progress` gets the fraction that is complete. Refusals and failures are thrown as CallError. */
export async function streamRehearsal(
  device: number,
  body: RehearsalInput,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const answer = await fetchBytes(endpoints.run, { params: { id: device }, body, signal });
  for await (const text of linesOf(answer)) {
    const line = RehearsalLine.parse(JSON.parse(text));
    switch (line.kind) {
      case 'progress':
        progress(line.share);
        break;
      case 'result':
        return line.rehearsal;
      case 'failed':
        throw new CallError(0, line.detail, null);
      default:
        line satisfies never;
    }
  }
  throw new CallError(0, texts.failed, null);
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
