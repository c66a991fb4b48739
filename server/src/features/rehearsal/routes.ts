import { Readable } from 'node:stream';
import type { DeviceId } from '@tocsin/contract/ids';
import {
  endpoints,
  maxRuleDays,
  type RehearsalInput,
  type RehearsalLine,
  tooMuchHistory,
} from '@tocsin/contract/rehearsal';
import { isStaff, operatorName, type Person } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { DeviceSubject } from '../../access/subject.ts';
import type { RehearsalOrder } from '../../history/rehearse/calls.ts';
import type { WarningRule } from '../../pipeline/catalog.ts';
import type { EvaluatedDevice } from '../../pipeline/types.ts';
import type { Clock } from '../../platform/clock.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { whenReplyEnds } from '../../platform/http/closing.ts';
import type { Log } from '../../platform/log.ts';
import { type LineQueue, lineQueue } from './line-queue.ts';
import { presentRehearsal, type TriedRow } from './present.ts';
import { PersonRuns, type Rehearser, type RunPermit } from './runs.ts';

const dayMs = 86_400_000;

/** A warning as e-mail rules count it. */
interface MailWarning {
  readonly path: string;
  readonly from: number;
  readonly to: number | null;
}

export interface RehearsalDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly rehearser: Rehearser;
  readonly deviceOf: (id: DeviceId) => { readonly evaluatedDevice: EvaluatedDevice; readonly zone: string } | undefined;
  /** Resolves rows; `inForce` is the id of the rule that a row names. */
  readonly rulesToTry: (
    deviceId: number,
    rows: RehearsalInput['results'],
  ) => Promise<readonly (Omit<TriedRow, 'inForce'> & { readonly inForce: number | null })[]>;
  /** E-mails by owner that two lists of warnings would have caused up to `until`. */
  readonly mailsOf: (
    place: { readonly deviceId: number; readonly clientId: number; readonly siteId: number },
    before: readonly MailWarning[],
    after: readonly MailWarning[],
    until: number,
  ) => Promise<readonly { readonly owner: Person; readonly before: number; readonly after: number }[]>;
}

/** The route of 'Try on history'. It reads only, and sends nothing to anybody. */
export const addRehearsalRoutes = (api: Api, dependencies: RehearsalDependencies): void => {
  const { clock } = dependencies;
  const runs = new PersonRuns();

  route(api, endpoints.run, async ({ who, subject, params, body, reply }) => {
    if (body.results.length * body.days > maxRuleDays) throw badField('days', tooMuchHistory);
    const device = orNotFound(dependencies.deviceOf(subject.deviceId));
    const tried = await dependencies.rulesToTry(params.id, body.results);
    const byId = new Map(device.evaluatedDevice.warningRules.map((rule) => [rule.id, rule]));
    const rows = tried.map((row): TriedRow => {
      const inForce = row.inForce === null ? null : (byId.get(row.inForce) ?? null);
      return { ...row, inForce };
    });
    const order = orderOf(device.evaluatedDevice, rows, body, clock.now());
    const permit = runs.begin(who.userId, dependencies.rehearser);
    const lines = lineQueue();
    whenReplyEnds(reply, permit.cancel);
    void answer(dependencies, { who, subject, rows, order, body, zone: device.zone }, permit, lines);
    return reply.type('application/x-ndjson').send(Readable.from(lines.read(), { objectMode: false }));
  });
};

interface Request {
  readonly who: Person;
  readonly subject: DeviceSubject;
  readonly rows: readonly TriedRow[];
  readonly order: RehearsalOrder;
  readonly body: RehearsalInput;
  readonly zone: string;
}

/** Runs the rehearsal and writes its lines. The reply has begun, so that a failure is a line too. */
async function answer(
  dependencies: RehearsalDependencies,
  request: Request,
  permit: RunPermit,
  lines: LineQueue<RehearsalLine>,
): Promise<void> {
  const { order } = request;
  try {
    lines.put({ kind: 'progress', share: 0 });
    await permit.turn;
    const began = performance.now();
    const outcome = await dependencies.rehearser.run(order, {
      progress: (share) => lines.put({ kind: 'progress', share }),
      signal: permit.signal,
    });
    // Cancelled: nobody reads the answer.
    if (!outcome) return;
    const spansOf = (rule: WarningRule | null): MailWarning[] =>
      outcome.rules
        .filter((one) => one.ruleId === rule?.id)
        .flatMap((one) => one.spans.map(({ from, to }) => ({ path: rule?.path ?? '', from, to })));
    const mails = await dependencies.mailsOf(
      request.subject,
      request.rows.flatMap((row) => spansOf(row.inForce)),
      request.rows.flatMap((row) => spansOf(row.rule)),
      Math.min(order.to, order.now),
    );
    const tookMs = Math.round(performance.now() - began);
    const signalIndex = request.body.signal ?? null;
    const messages = mails.map(({ owner, before, after }) => ({ name: nameFor(request.who, owner), before, after }));
    const { from, to } = order;
    const { rows, zone: timezone } = request;
    const rehearsal = presentRehearsal({ rows, outcome, from, to, timezone, tookMs, signalIndex, messages });
    lines.put({ kind: 'result', rehearsal });
  } catch (error) {
    const isExpected = error instanceof Refusal;
    if (!isExpected) dependencies.log.error('A rehearsal failed', { error });
    lines.put({ kind: 'failed', detail: isExpected ? error.message : 'The rehearsal failed. Please try again.' });
  } finally {
    permit.end();
    lines.end();
  }
}

/** People outside of the client appear as the operator. */
const nameFor = (reader: Person, owner: Person): string =>
  isStaff(owner) && !isStaff(reader) ? operatorName : owner.name;

function orderOf(
  device: EvaluatedDevice,
  rows: readonly TriedRow[],
  { days, signal }: RehearsalInput,
  now: number,
): RehearsalOrder {
  const inForce = [...new Map(rows.flatMap((row) => (row.inForce ? [[row.inForce.id, row.inForce]] : []))).values()];
  const focus = signal == null ? undefined : rows[signal];
  return {
    device,
    inForce,
    edited: rows.map((row) => row.rule),
    from: now - days * dayMs,
    to: now,
    now,
    signal: focus
      ? {
          ruleId: focus.rule.id,
          sign: focus.rule.conditions?.kind === 'flat' ? '<=' : focus.rule.sign,
          value: focus.rule.value,
          deadband: focus.rule.conditions?.deadband ?? 0,
          delaySeconds: focus.rule.delayMs / 1_000,
          leastStep: focus.unit === 'C' || focus.unit === 'F' ? 0.1 : 0.01,
        }
      : null,
  };
}
