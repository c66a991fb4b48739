import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/schemas';
import { Panel } from '@xyflow/react';
import { Age } from '../../../ui/age.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { severities } from '../../../ui/severity.ts';
import type { Machine } from '../canvas/tab.ts';
import { useMachineStatus, useNotNormal, usePlantStore } from './feed.tsx';
import css from './not-normal.module.css';
import { severityOf, wordOfState } from './state-look.ts';

const maxRows = 6;

interface RowProps {
  readonly machine: Machine;
  readonly to: string | null;
  readonly zone: string;
}

const Row = ({ machine, to, zone }: RowProps) => {
  const store = usePlantStore();
  const { state, name, value, since } = useMachineStatus(machine.id);
  const content = (
    <>
      <span className={`${css.rowBadge} ${css[state]}`}>
        <Icon name={severities[severityOf[state]].icon} size={12} label={wordOfState[state]} />
      </span>
      <span className={css.rowWords}>
        <b>{machine.name}</b>
        <span>
          {name || wordOfState[state]}
          {since !== null && (
            <>
              , <Age at={since} now={store.now} zone={zone} phrase="plain" />
            </>
          )}
        </span>
      </span>
      <span className={state === 'no_info' ? css.rowOld : css.rowValue}>{value}</span>
    </>
  );
  return <li>{to === null ? content : <Link to={to}>{content}</Link>}</li>;
};

interface Props {
  readonly machines: readonly Machine[];
  readonly toMachine: (machine: Machine) => string | null;
  readonly zone: string;
}

/** Everything that is not normal now, worst first. */
export const NotNormal = ({ machines, toMachine, zone }: Props) => {
  const ids = useNotNormal();
  if (ids.length === 0) return null;
  return (
    <Panel position="top-right" className={css.notNormal ?? ''}>
      <section aria-label={texts.notNormal}>
        <h2>
          {texts.notNormal} <span>{texts.worstFirst}</span>
        </h2>
        <ul>
          {ids.slice(0, maxRows).map((id) => {
            const machine = machines.find((one) => one.id === id);
            return machine && <Row key={id} machine={machine} to={toMachine(machine)} zone={zone} />;
          })}
        </ul>
        {ids.length > maxRows && <p>{texts.andMore(ids.length - maxRows)}</p>}
      </section>
    </Panel>
  );
};
