import { texts } from '@tocsin/contract/texts/schemas';
import { Panel, useReactFlow } from '@xyflow/react';
import { IconButton } from '../../../ui/button.tsx';
import { Text } from '../../../ui/layout.tsx';
import css from './live.module.css';
import { useView, type ViewCommands } from './view.tsx';

const fullScreen = (): void => {
  const stage = document.querySelector('[data-stage]');
  if (document.fullscreenElement) void document.exitFullscreen();
  else void stage?.requestFullscreen();
};

/** Buttons for zoom, the whole tab and full screen. */
export const ZoomBar = ({ fit, moved }: ViewCommands) => {
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const { zoom } = useView();
  const act = (work: () => unknown) => () => {
    moved();
    work();
  };
  return (
    <Panel position="bottom-right" className={css.zoom ?? ''}>
      <IconButton icon="minus" label={texts.zoomOut} onClick={act(() => zoomOut())} />
      <Text
        type="button"
        as="button"
        height={32}
        minWidth={60}
        padding="0 8px"
        className={css.zoomText}
        title={texts.zoomReset}
        onClick={act(() => zoomTo(1))}
      >
        {Math.round(zoom * 100)} %
      </Text>
      <IconButton icon="plus" label={texts.zoomIn} onClick={act(() => zoomIn())} />
      <IconButton icon="grid" label={texts.zoomFit} onClick={fit} />
      <IconButton icon="fullScreen" label={texts.fullScreen} onClick={fullScreen} />
    </Panel>
  );
};
