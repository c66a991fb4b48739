import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { Button } from '../../../../ui/button.tsx';
import { useEdited, useEditor } from '../use-editor.tsx';
import css from './components.module.css';
import { NumberField } from './number-field.tsx';

const usual = 20;

/** The scale of the tab: machines are drawn by their length in metres, or each with its own size. */
export const ScaleFields = () => {
  const editor = useEditor();
  const pixelsPerMetre = useEdited((state) => state.tab.pixelsPerMetre);
  const act = (next: number | null) => editor.act({ kind: 'tab-scale', pixelsPerMetre: next });
  return (
    <>
      <h3>{texts.scale}</h3>
      <p className={css.quiet}>{texts.scaleAbout}</p>
      {pixelsPerMetre === null ? (
        <Button size="bar" onClick={() => act(usual)}>
          {texts.drawToScale}
        </Button>
      ) : (
        <>
          <NumberField
            label={texts.pixelsPerMetre}
            value={pixelsPerMetre}
            min={documentLimits.leastMetre}
            max={documentLimits.mostMetre}
            onValue={act}
          />
          <Button size="bar" onClick={() => act(null)}>
            {texts.freeSizes}
          </Button>
        </>
      )}
    </>
  );
};
