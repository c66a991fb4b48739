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

interface ChoiceProps {
  readonly book: SensorBook;
  /** The sensor point, or `statePoint`. */
  readonly point: string;
  /** Number of the point; undefined for the state sensor. */
  readonly number?: number;
  readonly sensor: string | null;
  /** Shown while there is no sensor. */
  readonly title: string;
  readonly about: string;
  readonly label?: string;
  readonly letGo: string;
  readonly onLetGo: () => void;
}

/** The sensor of a point: a press chooses another one. */
const Choice = ({ book, point, number, sensor, title, about, label, letGo, onLetGo }: ChoiceProps) => {
  const editor = useEditor();
  const isChosen = useEdited((state) => state.choosing === point);
  return (
    <Row
      as={number === undefined ? 'div' : 'li'}
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
        aria-label={label}
        onClick={() => editor.choose(isChosen ? null : point)}
      >
        {number !== undefined && <span className={`${css.number} ${sensor === null ? '' : css.isSet}`}>{number}</span>}
        {sensor === null ? (
          <Stack as="span" flex={1} minWidth={0} className={css.chosenWords}>
            <span>{title}</span>
            <small>{about}</small>
          </Stack>
        ) : (
          <Chosen path={sensor} book={book} />
        )}
        {number === undefined && <Icon name="down" size={16} />}
      </Row>
      {sensor !== null && (
        <Stack
          type="button"
          as="button"
          placeItems="center"
          width={36}
          height={44}
          tone="quiet"
          aria-label={letGo}
          onClick={onLetGo}
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
  const bind = (point: string, sensor: string | null): void =>
    editor.act({ kind: 'bind', id: machine.id, point, sensor });
  const setState = (sensor: string | null): void => editor.act({ kind: 'state-sensor', id: machine.id, sensor });
  const search = choosing !== null && (
    <SensorSearch
      key={choosing}
      book={book}
      own={{ machine: machine.id, point: choosing }}
      shared={isState}
      pick={(sensor) => {
        if (isState) setState(sensor);
        else bind(choosing, sensor);
        editor.choose(null);
      }}
      close={() => editor.choose(null)}
    />
  );
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
      {type && pixelsPerMetre === null && (
        <NumberField
          label={texts.machineScale}
          value={Math.round(machine.scale * 100)}
          min={documentLimits.leastScale * 100}
          max={documentLimits.maxScale * 100}
          onValue={(percent) => editor.act({ kind: 'scale', id: machine.id, scale: percent / 100 })}
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
      <Choice
        book={book}
        point={statePoint}
        sensor={machine.stateSensor}
        title={texts.noStateSensor}
        about={texts.stateSensorHelp}
        label={texts.stateSensor}
        letGo={texts.letGo(texts.stateSensor)}
        onLetGo={() => setState(null)}
      />
      {isState && search}
      <h3>{texts.sensorPoints}</h3>
      {machine.bindings.length === 0 && <p className={css.quiet}>{texts.bindAgain}</p>}
      <Stack as="ul" gap={6}>
        {sensorPositions(machine).map(({ id, name }, i) => {
          const sensor = machine.bindings.find(({ point }) => point === id)?.sensor ?? null;
          return (
            <Choice
              key={id}
              book={book}
              point={id}
              number={i + 1}
              sensor={sensor}
              title={texts.chooseSensor}
              about={name}
              letGo={texts.letGo((sensor !== null && book.name(sensor)?.name) || name)}
              onLetGo={() => bind(id, null)}
            />
          );
        })}
      </Stack>
      {!isState && search}
    </>
  );
};
