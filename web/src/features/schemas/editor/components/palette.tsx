import { searchText } from '@tocsin/contract/search-text';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { drawingOf, machineTypes } from '@tocsin/machines/library';
import type { MachineType } from '@tocsin/machines/machine';
import { useState } from 'react';
import { Grid, Stack, Text } from '../../../../ui/layout.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import canvas from '../../canvas/canvas.module.css';
import { MachineImage } from '../../canvas/machine-image.tsx';
import { paletteType } from '../surface/surface.tsx';
import css from './components.module.css';

const art = { width: 52, height: 44 } as const;

const Tile = ({ type, add }: { readonly type: MachineType; readonly add: (typeId: number) => void }) => {
  const drawing = drawingOf(type, type.smallStretch);
  const scale = Math.min(art.width / drawing.width, art.height / drawing.height);
  return (
    <button
      type="button"
      className={css.tile}
      draggable
      data-machine-type={type.key}
      title={texts.dragHint}
      onDragStart={(event) => {
        event.dataTransfer.setData(paletteType, String(type.id));
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={() => add(type.id)}
    >
      <Stack as="span" placeItems="center" width={52} height={46} className={`${canvas.canvas}`}>
        <span style={{ position: 'relative', width: drawing.width * scale, height: drawing.height * scale }}>
          <MachineImage type={type.id} stretch={type.smallStretch} scale={scale} />
        </span>
      </Stack>
      {type.name}
    </button>
  );
};

/** The machine library: drag a machine onto the tab, or add it to the middle of the view by click or Enter. */
export const Palette = ({ add }: { readonly add: (typeId: number) => void }) => {
  const [text, setText] = useState('');
  const query = searchText(text.trim());
  const matches = machineTypes.filter((type) => searchText(type.name).includes(query));
  return (
    <Stack
      as="aside"
      grows
      flex="none"
      gap={8}
      width={224}
      padding={12}
      borderRight="1px solid var(--line)"
      background="var(--surface)"
      className={css.palette}
      aria-label={texts.palette}
    >
      <SearchBox value={text} onChange={setText} placeholder={texts.findMachine} />
      <h2>{texts.palette}</h2>
      <Grid columns="1fr 1fr" gap={6} className={css.tiles}>
        {matches.map((type) => (
          <Tile key={type.id} type={type} add={add} />
        ))}
      </Grid>
      <Text as="p" tone="faint" size={12} textAlign="center" className={css.hint}>
        {matches.length === 0 ? texts.noMachine : texts.dragHint}
      </Text>
    </Stack>
  );
};
