import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { Button } from '../../../ui/button.tsx';
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
  if (tabId === undefined) return <div className={css.noTabs}>{texts.noTabs}</div>;
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
  <span className={`${css.state} ${schema.is_published ? css.published : css.draft}`}>
    {schema.is_published ? texts.isPublished : schema.copy_of === null ? texts.draft : texts.copyOf}
    {isCurrent && `, ${texts.current.toLowerCase()}`}
  </span>
);

export const SchemaCard = ({ schema, siteId, zone, isCurrent, actions }: Props) => {
  const [first] = schema.schema_tabs;
  const empty = actions ? addresses.newTab(siteId, schema.id) : null;
  const to = first === undefined ? empty : addresses.tab(siteId, schema.id, first.id);
  return (
    <article className={`${css.card} ${isCurrent ? css.current : ''}`}>
      <Preview tabId={first?.id} />
      <div className={css.words}>
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
        <p className={css.comment}>{schema.comment || (schema.is_published ? texts.noComment : '')}</p>
        <p className={css.foot}>
          <span>{texts.modified(modifierName(schema), stampText(schema.update_dt, zone))}</span>
          <span>{texts.tabs(schema.schema_tabs.length)}</span>
        </p>
      </div>
      {actions && (
        <div className={css.actions}>
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
        </div>
      )}
    </article>
  );
};
