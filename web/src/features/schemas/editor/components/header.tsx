import { limits } from '@tocsin/contract/limits';
import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { texts as schemaTexts } from '@tocsin/contract/texts/schemas';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Text } from '../../../../ui/layout.tsx';
import { Logo } from '../../../../ui/logo.tsx';
import { usePageTitle } from '../../../../ui/tab-sign.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import css from './components.module.css';
import { NumberField } from './number-field.tsx';
import { TextField } from './text-field.tsx';

interface Props {
  readonly siteTitle: string;
  readonly about: string;
  /** Name of a new schema; null for an existing one. */
  readonly schemaName: { readonly value: string; readonly set: (name: string) => void } | null;
  /** Never saved. */
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** Breadcrumb, the tab's own fields, and buttons to save or leave. */
export const EditorHeader = ({ siteTitle, about, schemaName, isNew, isBusy, save, cancel }: Props) => {
  const editor = useEditor();
  const name = useEdited((state) => state.tab.name);
  const width = useEdited((state) => state.tab.width);
  const height = useEdited((state) => state.tab.height);
  const isDirty = useEdited((state) => state.isDirty);
  const { minSide, mostSide } = documentLimits;
  usePageTitle(schemaTexts.tab(schemaTexts.tabEdit(name)));
  return (
    <Row
      as="header"
      gap={12}
      minHeight={56}
      padding="8px 20px"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      className={css.header}
    >
      <Logo size={28} />
      <Text as="div" minWidth={0} className={css.where}>
        <h1>
          {siteTitle} / {schemaTexts.area}
        </h1>
        <p>{about}</p>
      </Text>
      <Row flex={1} gap={16} paddingLeft={24} className={css.tabFields}>
        {schemaName && (
          <TextField
            label={texts.schemaName}
            value={schemaName.value}
            maxLength={limits.nameLength}
            wide={false}
            onValue={schemaName.set}
          />
        )}
        <TextField
          label={texts.tabName}
          value={name}
          maxLength={limits.nameLength}
          wide={false}
          onValue={(next) => editor.act({ kind: 'tab-name', name: next })}
        />
        <NumberField
          label={texts.width}
          value={width}
          min={minSide}
          max={mostSide}
          wide={false}
          onValue={(next) => editor.act({ kind: 'tab-size', width: next, height })}
        />
        <NumberField
          label={texts.height}
          value={height}
          min={minSide}
          max={mostSide}
          wide={false}
          onValue={(next) => editor.act({ kind: 'tab-size', width, height: next })}
        />
      </Row>
      <span className={css.saveState} role="status">
        {isNew ? texts.neverSaved : isDirty ? texts.notSaved : texts.saved}
      </span>
      <Text
        as="a"
        width={36}
        height={36}
        borderRadius="var(--r-button)"
        tone="quiet"
        className={css.help}
        href="/help/plant-editor"
        target="_blank"
        rel="noreferrer"
        title={texts.help}
      >
        <Icon name="help" size={18} label={texts.help} />
      </Text>
      <Button onClick={cancel}>{texts.cancel}</Button>
      <Button look="primary" busy={isBusy} onClick={save}>
        {texts.save}
      </Button>
    </Row>
  );
};
