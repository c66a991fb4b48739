import { texts } from '@tocsin/contract/texts/ui';
import { Age } from './age.tsx';
import { Icon } from './icon.tsx';
import { Row, Text } from './layout.tsx';
import { severities } from './severity.ts';
import css from './status-summary.module.css';

/** Percentage of tested sensors, rounded down; null: none to test. */
export const coverageOf = ({ sensors, ok }: { readonly sensors: number; readonly ok: number }): number | null =>
  sensors === 0 ? null : Math.floor((ok / sensors) * 100);

interface Props {
  /** Arrival of the newest frame in unix ms; null: never. */
  readonly lastFrameAt: number | null;
  readonly now: () => number;
  readonly zone: string;
  readonly alarms: number;
  readonly warnings: number;
  /** Proof tests; undefined while loading. */
  readonly proof: { readonly sensors: number; readonly ok: number } | undefined;
}

const Count = ({ severity, words }: { readonly severity: 'alarm' | 'warning'; readonly words: string }) => (
  <span className={css[severity]}>
    <Icon name={severities[severity].icon} size={12} />
    {words}
  </span>
);

/** Age of the newest frame, active alarms and proof-test coverage of a site or device, side by side. */
export const StatusSummary = ({ lastFrameAt, now, zone, alarms, warnings, proof }: Props) => {
  const coverage = proof === undefined ? null : coverageOf(proof);
  return (
    <Row as="dl" wrap gap={8} margin="6px 0 0" align="stretch" className={css.summary}>
      <div>
        <dt>{texts.summary.lastFrame}</dt>
        <dd>
          <Age at={lastFrameAt} now={now} zone={zone} never={texts.summary.never} />
        </dd>
      </div>
      <div>
        <dt>{texts.summary.active}</dt>
        <dd>
          {alarms === 0 && warnings === 0 && texts.summary.nothing}
          {alarms > 0 && <Count severity="alarm" words={texts.summary.alarms(alarms)} />}
          {warnings > 0 && <Count severity="warning" words={texts.summary.warnings(warnings)} />}
        </dd>
      </div>
      <div>
        <dt>{texts.summary.proof}</dt>
        <dd>
          {coverage === null ? texts.summary.none : `${coverage} %`}
          {/* Also drawn while loading, so that the card keeps its height. */}
          <Text
            height={4}
            marginTop={3}
            borderRadius={2}
            background="var(--hatch2)"
            display="block"
            className={css.bar}
            aria-hidden="true"
          >
            <i style={{ width: `${coverage ?? 0}%` }} />
          </Text>
        </dd>
      </div>
    </Row>
  );
};
