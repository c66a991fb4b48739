import { limits } from '@tocsin/contract/limits';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useId } from 'react';
import type { Machine } from '../../canvas/tab.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import css from './components.module.css';

/** The area of the selected machines; suggests the areas in use on the tab. */
export const AreaField = ({ machines }: { readonly machines: readonly Machine[] }) => {
  const editor = useEditor();
  const list = useId();
  const all = useEdited((state) => state.tab.machines);
  const known = [...new Set(all.map(({ area }) => area))].filter((area) => area !== '').sort();
  const [first] = machines;
  const isSame = machines.every(({ area }) => area === first?.area);
  const ids = machines.map(({ id }) => id);
  return (
    <label className={css.field}>
      {texts.area}
      <input
        type="text"
        list={list}
        value={isSame ? (first?.area ?? '') : ''}
        maxLength={limits.nameLength}
        onChange={(event) => editor.act({ kind: 'area', ids, area: event.target.value })}
      />
      <datalist id={list}>
        {known.map((area) => (
          <option key={area} value={area} />
        ))}
      </datalist>
      <small>{texts.areaHelp}</small>
    </label>
  );
};
