import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack, Text } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { addresses } from '../addresses.ts';
import { documentOfTab } from '../canvas/saved-tab.ts';
import { StillTab } from '../canvas/still-tab.tsx';
import { tabOf } from '../canvas/tab-document.ts';
import { modifierName, stampText } from '../model.ts';
import { tabQuery } from '../queries.ts';
import css from './list.module.css';

const pictureHeight = 184;

/** A thumbnail of the schema's first tab. */
const Preview = ({ tabId }: { readonly tabId: number | undefined }) => {
  const { data } = useQuery({ ...tabQuery(tabId ?? 0), enabled: tabId !== undefined });
  if (tabId === undefined)
    return (
      <Stack
        placeItems="center"
        height={184}
        background="repeating-linear-gradient(135deg, var(--hatch1) 0 7px, var(--surface) 7px 8px)"
        tone="quiet"
      >
        {texts.noTabs}
      </Stack>
    );
  if (data === undefined) return <Skeleton width="100%" height={pictureHeight} />;
  return <StillTab tab={tabOf(documentOfTab(data))} height={pictureHeight} />;
};

interface CardActions {
  readonly clone: (schema: Schema) => void;
  readonly publish: (schema: Schema) => void;
  readonly remove: (schema: Schema) => void;
  readonly exportFile: (schema: Schema) => void;
}

interface Props {
  readonly schema: Schema;
  readonly siteId: number;
  readonly zone: string;
  readonly isCurrent: boolean;
  readonly actions: CardActions | null;
}

const State = ({ schema, isCurrent }: Pick<Props, 'schema' | 'isCurrent'>) => (
  <Text
    padding="1px 6px"
    borderRadius="var(--r-pill)"
    size={12}
    line={18}
    className={`${schema.is_published ? css.published : css.draft}`}
  >
    {schema.is_published ? texts.isPublished : schema.copy_of === null ? texts.draft : texts.copyOf}
    {isCurrent && `, ${texts.current.toLowerCase()}`}
  </Text>
);

export const SchemaCard = ({ schema, siteId, zone, isCurrent, actions }: Props) => {
  const [first] = schema.schema_tabs;
  const empty = actions ? addresses.newTab(siteId, schema.id) : null;
  const to = first === undefined ? empty : addresses.tab(siteId, schema.id, first.id);
  return (
    <Stack
      as="article"
      grows
      surface
      position="relative"
      overflow="hidden"
      className={`${css.card} ${isCurrent ? css.current : ''}`}
    >
      <Preview tabId={first?.id} />
      <Stack
        grows
        flex={1}
        align="flex-start"
        gap={4}
        padding="12px 16px 8px"
        borderTop="1px solid var(--line)"
        className={css.words}
      >
        <h2>
          {to === null ? (
            schema.name
          ) : (
            <Link to={to} className={css.open}>
              {schema.name}
            </Link>
          )}
        </h2>
        <State schema={schema} isCurrent={isCurrent} />
        <Text as="p" minHeight={20} tone="quiet" overflowWrap="anywhere">
          {schema.comment || (schema.is_published ? texts.noComment : '')}
        </Text>
        <Row
          as="p"
          justify="space-between"
          gap={8}
          width="100%"
          marginTop="auto"
          tone="faint"
          size={12}
          line={16}
          align="stretch"
        >
          <span>{texts.modified(modifierName(schema), stampText(schema.update_dt, zone))}</span>
          <span>{texts.tabs(schema.schema_tabs.length)}</span>
        </Row>
      </Stack>
      {actions && (
        <Row
          position="relative"
          zIndex={1}
          wrap
          gap={8}
          padding="4px 16px 16px"
          align="stretch"
          className={css.actions}
        >
          <Button size="bar" icon="copy" onClick={() => actions.clone(schema)}>
            {texts.clone}
          </Button>
          <Button size="bar" icon="download" onClick={() => actions.exportFile(schema)}>
            {texts.exportSchema}
          </Button>
          {!schema.is_published && (
            <>
              <Button size="bar" icon="upload" onClick={() => actions.publish(schema)}>
                {texts.publish}
              </Button>
              <Button size="bar" icon="trash" look="danger" onClick={() => actions.remove(schema)}>
                {texts.remove}
              </Button>
            </>
          )}
        </Row>
      )}
    </Stack>
  );
};
