import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RssFeed, RssItem } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import { Form, Input } from 'antd';
import { serverNow } from '../../live/clock.ts';
import { Age } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { FormPage } from '../../ui/form-page.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFormDocument } from '../../ui/use-form-document.ts';
import { byRow } from './model.ts';
import { feedsQuery, putFeeds } from './queries.ts';
import css from './settings.module.css';

const t = texts.rss;
const needed = (message: string) => [{ required: true, whitespace: true, message }];

interface FeedForm {
  readonly feeds: readonly RssItem[];
}

/** The result of the last fetch of a stored feed. */
const Reading = ({ feed }: { readonly feed: RssFeed | undefined }) => {
  if (feed === undefined) return null;
  if (feed.failure !== '')
    return (
      <Text as="p" tone="alarm">
        {t.failed(feed.failure)}
      </Text>
    );
  if (feed.fetched_at === null) return <p>{t.never}</p>;
  return (
    <p>
      {t.fetched} <Age at={Date.parse(feed.fetched_at)} now={serverNow} />
    </p>
  );
};

type FeedProps = {
  readonly n: number;
  readonly name: number;
  readonly stored: readonly RssFeed[];
  readonly onRemove: () => void;
};

const Feed = ({ n, name, stored, onRemove }: FeedProps) => {
  const url = Form.useWatch<string | undefined>(['feeds', name, 'url']);
  return (
    <Text
      as="fieldset"
      minWidth={0}
      margin="0 0 20px"
      padding="0 0 16px"
      border={0}
      borderBottom="1px solid var(--line)"
      className={css.feed}
    >
      <legend>{t.item(n)}</legend>
      <Form.Item name={[name, 'title']} label={t.name.label} rules={needed(t.name.missing)}>
        <Input maxLength={255} />
      </Form.Item>
      <Form.Item name={[name, 'description']} label={t.description.label} rules={needed(t.description.missing)}>
        <Input maxLength={255} />
      </Form.Item>
      <Form.Item name={[name, 'url']} label={t.url.label} rules={needed(t.url.missing)}>
        <Input type="url" maxLength={2000} />
      </Form.Item>
      <Row justify="space-between" gap={12} tone="faint" className={css.feedFoot}>
        <Reading feed={stored.find((feed) => feed.url === url)} />
        <Button size="bar" icon="trash" aria-label={`${t.remove}: ${t.item(n)}`} onClick={onRemove}>
          {t.remove}
        </Button>
      </Row>
    </Text>
  );
};

const EditForm = ({ stored, version }: { readonly stored: readonly RssFeed[]; readonly version: number }) => {
  const [form] = Form.useForm<FeedForm>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const save = async ({ feeds }: FeedForm): Promise<void> => {
    await putFeeds(feeds, version).catch((error) => {
      throw byRow(error, 'feeds');
    });
    showToast('success', t.saved);
    await queries.invalidateQueries({ queryKey: ['oem'] });
    await navigate({ to: '/oem/setting' });
  };
  return (
    <FormPage
      form={form}
      initial={{ feeds: stored.map(({ title, description, url }) => ({ title, description, url })) }}
      save={t.save}
      onSave={save}
      onCancel={() => void navigate({ to: '/oem/setting' })}
      onNewer={() => queries.invalidateQueries({ queryKey: ['oem', 'feeds'] })}
    >
      <Form.List name="feeds">
        {(fields, { add, remove }) => (
          <>
            {fields.length === 0 && <Empty icon="rss" title={t.empty} text={t.emptyAbout} />}
            {fields.map((field, i) => (
              <Feed key={field.key} n={i + 1} name={field.name} stored={stored} onRemove={() => remove(field.name)} />
            ))}
            <Button icon="plus" className={css.add} onClick={() => add({ title: '', description: '', url: '' })}>
              {t.add}
            </Button>
          </>
        )}
      </Form.List>
    </FormPage>
  );
};

export const RssPage = () => {
  const { data, error, refetch } = useQuery(feedsQuery());
  const { document: begun, version } = useFormDocument(data);
  return (
    <>
      <PageHeader title={t.title} about={t.about} back={<Link to="/oem/setting">{t.back}</Link>} />
      {error && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {begun && <EditForm key={version} stored={begun.results} version={begun.version} />}
    </>
  );
};
