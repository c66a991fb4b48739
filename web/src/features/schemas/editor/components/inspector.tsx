import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { inOrder } from '../../../../ui/in-order.ts';
import { Grid, Row, Stack } from '../../../../ui/layout.tsx';
import type { Alignment, Axis } from '../../canvas/geometry/arrange.ts';
import type { Connector, Element, Label, Shape } from '../../canvas/tab.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import { AreaField } from './area-field.tsx';
import css from './components.module.css';
import { CopyButton } from './copy-button.tsx';
import { KeyList } from './key-list.tsx';
import { MachineInspector } from './machine-inspector.tsx';
import { NumberField } from './number-field.tsx';
import { ScaleFields } from './scale-fields.tsx';
import type { SensorBook } from './sensor-book.ts';

const alignments: readonly Alignment[] = ['left', 'centre', 'right', 'top', 'middle', 'bottom'];
const axes: readonly Axis[] = ['across', 'down'];

const arrows = [
  ['left', -1, 0],
  ['up', 0, -1],
  ['down', 0, 1],
  ['right', 1, 0],
] as const;
const moveStep = 8;

/** Moves the selection by presses, as dragging and the arrow keys do. */
const Move = () => {
  const editor = useEditor();
  return (
    <>
      <h3>{texts.move.title}</h3>
      <Row gap={8}>
        {arrows.map(([to, x, y]) => (
          <IconButton
            key={to}
            icon={to}
            label={texts.move[to]}
            onClick={() => editor.nudge({ x: x * moveStep, y: y * moveStep })}
          />
        ))}
      </Row>
    </>
  );
};

const Order = ({ ids }: { readonly ids: readonly string[] }) => {
  const editor = useEditor();
  return (
    <>
      <h3>{texts.order}</h3>
      <Row gap={8}>
        <Button size="bar" onClick={() => editor.act({ kind: 'order', ids, to: 'front' })}>
          {texts.toFront}
        </Button>
        <Button size="bar" onClick={() => editor.act({ kind: 'order', ids, to: 'back' })}>
          {texts.toBack}
        </Button>
      </Row>
    </>
  );
};

const Several = ({ elements, book }: { readonly elements: readonly Element[]; readonly book: SensorBook }) => {
  const editor = useEditor();
  const machines = elements.filter((element) => element.kind === 'machine');
  const ids = elements.map((element) => element.id);
  return (
    <>
      <h2>{texts.several(elements.length)}</h2>
      <h3>{texts.align}</h3>
      <Grid columns="1fr 1fr" gap={8}>
        {alignments.map((alignment) => (
          <Button key={alignment} size="bar" onClick={() => editor.act({ kind: 'align', ids, alignment })}>
            {texts.alignments[alignment]}
          </Button>
        ))}
      </Grid>
      <h3>{texts.distribute}</h3>
      <Row gap={8}>
        {axes.map((axis) => (
          <Button
            key={axis}
            size="bar"
            disabled={elements.length < 3}
            onClick={() => editor.act({ kind: 'distribute', ids, axis })}
          >
            {texts.axes[axis]}
          </Button>
        ))}
      </Row>
      <Order ids={ids} />
      {machines.length > 0 && (
        <>
          <AreaField machines={machines} />
          <CopyButton machines={machines} book={book} />
        </>
      )}
    </>
  );
};

const ShapeInspector = ({ shape }: { readonly shape: Shape }) => {
  const editor = useEditor();
  const change = (next: Partial<Shape>): void => {
    const box = { ...shape, ...next };
    editor.act({ kind: 'reshape', id: shape.id, box, angle: box.angle });
  };
  const { leastShape, coordinate } = documentLimits;
  return (
    <>
      <h2>{texts.shapeNames[shape.shape]}</h2>
      <Row gap={8}>
        <NumberField
          label={texts.width}
          value={shape.width}
          min={leastShape}
          max={coordinate}
          onValue={(width) => change({ width })}
        />
        {shape.shape !== 'line' && (
          <NumberField
            label={texts.height}
            value={shape.height}
            min={leastShape}
            max={coordinate}
            onValue={(height) => change({ height })}
          />
        )}
      </Row>
      <NumberField
        label={texts.angle}
        value={shape.angle}
        min={0}
        max={360}
        help={texts.rotatedHelp}
        onValue={(angle) => change({ angle })}
      />
      <Order ids={[shape.id]} />
    </>
  );
};

const LabelInspector = ({ label }: { readonly label: Label }) => {
  const editor = useEditor();
  return (
    <>
      <h2>{texts.text}</h2>
      <label className={css.field}>
        {texts.text}
        <textarea
          value={label.text}
          rows={3}
          maxLength={documentLimits.labelLength}
          onChange={(event) => editor.act({ kind: 'write', id: label.id, text: event.target.value })}
          onBlur={() => {
            if (label.text.trim() === '') editor.act({ kind: 'remove', ids: [label.id] });
          }}
        />
      </label>
      <NumberField
        label={texts.textSize}
        value={label.size}
        min={documentLimits.leastFont}
        max={documentLimits.mostFont}
        onValue={(size) => editor.act({ kind: 'letter-size', ids: [label.id], size })}
      />
      <Order ids={[label.id]} />
    </>
  );
};

const ConnectorInspector = ({ connector }: { readonly connector: Connector }) => {
  const editor = useEditor();
  const machines = useEdited((state) => state.tab.machines);
  const name = (id: string): string => machines.find((machine) => machine.id === id)?.name ?? '';
  return (
    <>
      <h2>{texts.connectorTitle(name(connector.from.machine), name(connector.to.machine))}</h2>
      <p className={css.quiet}>{texts.bends(connector.via.length)}</p>
      {inOrder(connector.via, (point, index) => (
        <Row gap={8}>
          {(['x', 'y'] as const).map((axis) => (
            <NumberField
              key={axis}
              label={`${texts.bend} ${index + 1}, ${axis}`}
              value={point[axis]}
              min={-documentLimits.coordinate}
              max={documentLimits.coordinate}
              step={moveStep}
              onValue={(value) => {
                const via = connector.via.with(index, { ...point, [axis]: value });
                editor.act({ kind: 'bend', id: connector.id, via });
              }}
            />
          ))}
        </Row>
      ))}
      <Button
        size="bar"
        disabled={connector.via.length === 0}
        onClick={() => editor.act({ kind: 'bend', id: connector.id, via: [] })}
      >
        {texts.straighten}
      </Button>
    </>
  );
};

const Contents = () => {
  const { machines, connectors, shapes, labels, width, height } = useEdited((state) => state.tab);
  const sensors = machines.reduce((sum, { bindings }) => sum + bindings.length, 0);
  const facts = { machines: machines.length, sensors, connectors: connectors.length, shapes: shapes.length };
  const rows = { ...facts, labels: labels.length, size: `${width} × ${height}` };
  return (
    <>
      <h3>{texts.contents}</h3>
      <Stack as="dl" gap={4} className={css.facts}>
        {Object.entries(rows).map(([name, value]) => (
          <div key={name}>
            <dt>{texts.counts[name as keyof typeof rows]}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Stack>
    </>
  );
};

const Nothing = () => {
  const tab = useEdited((state) => state.tab);
  const open = tab.machines.filter((machine) => machine.bindings.length === 0);
  const editor = useEditor();
  return (
    <>
      <h2>{texts.nothing}</h2>
      <p className={css.quiet}>{texts.nothingHelp}</p>
      <Contents />
      {open.length > 0 && (
        <>
          <h3>{texts.unbound(open.length)}</h3>
          <ul className={css.openMachines}>
            {open.map((machine) => (
              <li key={machine.id}>
                <button type="button" onClick={() => editor.select([machine.id])}>
                  {machine.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ScaleFields />
      <h3>{texts.keys}</h3>
      <KeyList />
    </>
  );
};

/** The properties of the selection. */
export const Inspector = ({ book }: { readonly book: SensorBook }) => {
  const editor = useEditor();
  // Re-renders with the selection and the tab.
  useEdited((state) => state.selection);
  useEdited((state) => state.tab);
  const elements = editor.selected();
  const [only] = elements;
  const content = (() => {
    if (elements.length > 1) return <Several elements={elements} book={book} />;
    if (only === undefined) return <Nothing />;
    switch (only.kind) {
      case 'machine':
        return <MachineInspector key={only.id} machine={only} book={book} />;
      case 'shape':
        return <ShapeInspector key={only.id} shape={only} />;
      case 'label':
        return <LabelInspector key={only.id} label={only} />;
      case 'connector':
        return <ConnectorInspector key={only.id} connector={only} />;
    }
  })();
  return (
    <Stack
      as="aside"
      grows
      flex="none"
      align="stretch"
      gap={8}
      width={316}
      padding={16}
      borderLeft="1px solid var(--line)"
      background="var(--surface)"
      className={css.inspector}
    >
      {content}
      {elements.some(({ kind }) => kind !== 'connector') && <Move />}
    </Stack>
  );
};
