import { texts } from '@tocsin/contract/texts/graphs';
import { memo } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Row, Text } from '../../../../ui/layout.tsx';
import css from './graph.module.css';
import type { GraphRowProps } from './row-props.ts';
import { dragOf } from './use-combine.ts';

/** The name of a graph; that of one sensor opens it on its own. */
export const Name = memo(({ name, onOnly }: Pick<GraphRowProps, 'name' | 'onOnly'>) => (
  <h2 className={css.name} title={name.name}>
    {name.members === undefined ? (
      <button
        type="button"
        {...dragOf(name.path)}
        onClick={() => onOnly(name.path)}
        title={texts.presets.drag(name.name)}
      >
        {name.name}
      </button>
    ) : (
      <Text as="span" display="block" oneLine>
        {name.name}
      </Text>
    )}
  </h2>
));

/** The actions of one graph. */
export const Tools = memo(
  ({ name, onTable, onExport, onCompare }: Pick<GraphRowProps, 'name' | 'onTable' | 'onExport' | 'onCompare'>) => (
    <Row as="span" alignSelf="flex-end" margin="auto -8px -4px 0" align="stretch" className={css.tools}>
      <IconButton
        icon="chart"
        size={16}
        label={texts.comparison.open(name.name)}
        onClick={() => onCompare(name.path)}
      />
      <IconButton icon="list" size={16} label={texts.tableOf(name.name)} onClick={() => onTable(name.path)} />
      {name.members === undefined && (
        <IconButton icon="download" size={16} label={texts.exportOne(name.name)} onClick={() => onExport(name.path)} />
      )}
    </Row>
  ),
);
