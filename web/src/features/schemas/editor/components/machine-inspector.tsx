import { limits } from '@tocsin/contract/limits';
import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { machineType } from '@tocsin/machines/library';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Stack } from '../../../../ui/layout.tsx';
import { sensorPositions } from '../../canvas/geometry/positions.ts';
import type { Machine } from '../../canvas/tab.ts';
import { metresOf } from '../model/scale.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import { AreaField } from './area-field.tsx';
import css from './components.module.css';
import { CopyButton } from './copy-button.tsx';
import { NumberField } from './number-field.tsx';
import type { SensorBook } from './sensor-book.ts';
import { SensorSearch } from './sensor-search.tsx';
import { TextField } from './text-field.tsx';

/** Key of the state sensor among the sensor points; no point has this id. */
const statePoint = 'state sensor';

const Chosen = ({ path, book }: { readonly path: string; readonly book: SensorBook }) => {
  const sensor = book.name(path);
  return (
    <Stack as="span" flex={1} minWidth={0} className={css.chosenWords}>
      <span>{sensor?.name ?? path}</span>
      <small>
        {sensor?.is_missing ? texts.missing : [sensor?.device, sensor?.group_name].filter(Boolean).join(', ')}
      </small>
    </Stack>
  );
};

interface PointProps {
  readonly machine: Machine;
  readonly book: SensorBook;
  readonly point: string;
  readonly name: string;
  readonly number: number;
}

const PointRow = ({ machine, book, point, name, number }: PointProps) => {
  const editor = useEditor();
  const isChosen = useEdited((state) => state.choosing === point);
  const binding = machine.bindings.find((one) => one.point === point);
  return (
    <Row
      as="li"
      border="1px solid var(--line)"
      borderRadius="var(--r-card)"
      className={`${css.pointRow} ${isChosen ? css.choosing : ''}`}
    >
      <Row
        type="button"
        as="button"
        flex={1}
        gap={10}
        minWidth={0}
        minHeight={48}
        padding="6px 10px"
        textAlign="left"
        aria-expanded={isChosen}
        onClick={() => editor.choose(isChosen ? null : point)}
      >
        <span className={`${css.number} ${binding ? css.isSet : ''}`}>{number}</span>
        {binding ? (
          <Chosen path={binding.sensor} book={book} />
        ) : (
          <Stack as="span" flex={1} minWidth={0} className={css.chosenWords}>
            <span>{texts.chooseSensor}</span>
            <small>{name}</small>
          </Stack>
        )}
      </Row>
      {binding && (
        <Stack
          type="button"
          as="button"
          placeItems="center"
          width={36}
          height={44}
          tone="quiet"
          aria-label={texts.letGo(book.name(binding.sensor)?.name ?? name)}
          onClick={() => editor.act({ kind: 'bind', id: machine.id, point, sensor: null })}
        >
          <Icon name="close" size={16} />
        </Stack>
      )}
    </Row>
  );
};

/** A machine's name, length, state sensor and sensor points. */
export const MachineInspector = ({ machine, book }: { readonly machine: Machine; readonly book: SensorBook }) => {
  const editor = useEditor();
  const choosing = useEdited((state) => state.choosing);
  const pixelsPerMetre = useEdited((state) => state.tab.pixelsPerMetre);
  const type = machineType(machine.type);
  const isState = choosing === statePoint;
  return (
    <>
      <h2>{type?.name ?? machine.name}</h2>
      <TextField
        label={texts.machineName}
        value={machine.name}
        maxLength={limits.nameLength}
        onValue={(name) => editor.act({ kind: 'rename', id: machine.id, name })}
      />
      {type && pixelsPerMetre !== null && (
        <NumberField
          label={texts.metres}
          value={metresOf(machine)}
          min={documentLimits.leastLength}
          max={documentLimits.mostLength}
          step={0.5}
          help={texts.metresHelp}
          onValue={(metres) => editor.act({ kind: 'length', id: machine.id, metres })}
        />
      )}
      {type?.stretch && pixelsPerMetre === null && (
        <NumberField
          label={texts.length}
          value={machine.stretch}
          min={type.stretch.least}
          max={type.stretch.most}
          step={8}
          help={texts.lengthHelp}
          onValue={(stretch) => editor.act({ kind: 'stretch', id: machine.id, stretch })}
        />
      )}
      <AreaField machines={[machine]} />
      <CopyButton machines={[machine]} book={book} />
      <h3>{texts.stateSensor}</h3>
      <Row
        border="1px solid var(--line)"
        borderRadius="var(--r-card)"
        className={`${css.pointRow} ${isState ? css.choosing : ''}`}
      >
        <Row
          type="button"
          as="button"
          flex={1}
          gap={10}
          minWidth={0}
          minHeight={48}
          padding="6px 10px"
          textAlign="left"
          aria-expanded={isState}
          aria-label={texts.stateSensor}
          onClick={() => editor.choose(isState ? null : statePoint)}
        >
          {machine.stateSensor === null ? (
            <Stack as="span" flex={1} minWidth={0} className={css.chosenWords}>
              <span>{texts.noStateSensor}</span>
              <small>{texts.stateSensorHelp}</small>
            </Stack>
          ) : (
            <Chosen path={machine.stateSensor} book={book} />
          )}
          <Icon name="down" size={16} />
        </Row>
        {machine.stateSensor !== null && (
          <Stack
            type="button"
            as="button"
            placeItems="center"
            width={36}
            height={44}
            tone="quiet"
            aria-label={texts.letGo(texts.stateSensor)}
            onClick={() => editor.act({ kind: 'state-sensor', id: machine.id, sensor: null })}
          >
            <Icon name="close" size={16} />
          </Stack>
        )}
      </Row>
      {isState && (
        <SensorSearch
          book={book}
          own={{ machine: machine.id, point: statePoint }}
          shared
          pick={(sensor) => {
            editor.act({ kind: 'state-sensor', id: machine.id, sensor });
            editor.choose(null);
          }}
          close={() => editor.choose(null)}
        />
      )}
      <h3>{texts.sensorPoints}</h3>
      {machine.bindings.length === 0 && <p className={css.quiet}>{texts.bindAgain}</p>}
      <Stack as="ul" gap={6}>
        {sensorPositions(machine).map((point, i) => (
          <PointRow key={point.id} machine={machine} book={book} point={point.id} name={point.name} number={i + 1} />
        ))}
      </Stack>
      {choosing !== null && !isState && (
        <SensorSearch
          key={choosing}
          book={book}
          own={{ machine: machine.id, point: choosing }}
          shared={false}
          pick={(sensor) => {
            editor.act({ kind: 'bind', id: machine.id, point: choosing, sensor });
            editor.choose(null);
          }}
          close={() => editor.choose(null)}
        />
      )}
    </>
  );
};
