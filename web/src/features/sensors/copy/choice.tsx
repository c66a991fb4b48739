import { useInfiniteQuery } from '@tanstack/react-query';
import { warnsOnly } from '@tocsin/contract/device-type';
import { type CopiedSetting, copiedSettings, copyDevicesAtMost } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/settings-copies';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { type Device, shownType } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import css from './copy.module.css';
import { type Choice, targetsQuery } from './queries.ts';

interface Props {
  readonly device: Device;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly onShow: () => void;
}

/** Chooses the settings to copy and the target devices. */
export const CopyChoice = ({ device, choice, onChange, onShow }: Props) => {
  const [search, setSearch] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    targetsQuery(device.id, search.trim()),
  );
  const targets = data?.pages.flatMap((page) => page.results) ?? [];
  const fitting = targets.filter((target) => target.refused === null);
  const kinds = copiedSettings.filter((kind) => kind !== 'types' || warnsOnly(shownType(device)));
  const tick = (kind: CopiedSetting, on: boolean): void =>
    onChange({ ...choice, what: kinds.filter((one) => (one === kind ? on : choice.what.includes(one))) });
  const choose = (id: number, on: boolean): void =>
    onChange({ ...choice, devices: on ? [...choice.devices, id] : choice.devices.filter((one) => one !== id) });
  const chooseAll = (): void => {
    const all = [...new Set([...choice.devices, ...fitting.map(({ id }) => id)])];
    onChange({ ...choice, devices: all.slice(0, copyDevicesAtMost) });
  };
  return (
    <>
      <fieldset className={css.box}>
        <legend>{texts.whatTitle}</legend>
        <div className={css.kinds}>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              checked={choice.what.includes(kind)}
              onChange={(event) => tick(kind, event.target.checked)}
            >
              {texts.kinds[kind]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset className={css.box}>
        <legend>{texts.toTitle}</legend>
        <div className={css.tools}>
          <SearchBox value={search} onChange={setSearch} placeholder={texts.find} />
          {fitting.length > 1 && <Button onClick={chooseAll}>{texts.all}</Button>}
        </div>
        {error && <Failed text={error.message} again={() => void refetch()} />}
        {!error && data === undefined && <Loading />}
        {data !== undefined && targets.length === 0 && (
          <Empty icon="device" title={texts.noTargets} text={texts.noTargetsHint} />
        )}
        {targets.map((target) => (
          <Row
            key={target.id}
            wrap
            gap="2px 16px"
            minHeight={40}
            padding="4px 0"
            borderTop="1px solid var(--line)"
            overflowWrap="anywhere"
            className={css.target}
          >
            <Checkbox
              checked={choice.devices.includes(target.id)}
              disabled={target.refused !== null}
              onChange={(event) => choose(target.id, event.target.checked)}
            >
              <b>{target.title}</b>
              <span className={css.site}>{target.location_title}</span>
            </Checkbox>
            {target.refused && <small>{target.refused}</small>}
          </Row>
        ))}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        )}
      </fieldset>
      <div className={css.actions}>
        <Button look="primary" disabled={choice.devices.length === 0 || choice.what.length === 0} onClick={onShow}>
          {texts.show}
        </Button>
      </div>
    </>
  );
};
