import { warnsOnly } from '@tocsin/contract/device-type';
import { copiedSettings } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/settings-copies';
import { useState } from 'react';
import { type Device, shownType } from '../../../domain/plant.ts';
import { Grid } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ForEditors } from '../components/for-editors.tsx';
import { CopyChoice } from './choice.tsx';
import css from './copy.module.css';
import { CopyDifferences } from './difference.tsx';
import { CopyHistory } from './history.tsx';
import type { Choice } from './queries.ts';

const CopyContent = ({ device }: { readonly device: Device }) => {
  const kinds = copiedSettings.filter((kind) => kind !== 'types' || warnsOnly(shownType(device)));
  const [choice, setChoice] = useState<Choice>({ devices: [], what: kinds });
  const [isShown, setShown] = useState(false);
  return (
    <>
      <PageHeader title={texts.title(device.title)} about={texts.hint} />
      <Grid columns="minmax(0, 1fr)" gap={16} padding="0 var(--page-pad) 24px" className={css.page}>
        {isShown ? (
          <CopyDifferences
            device={device}
            choice={choice}
            onChange={setChoice}
            onBack={() => setShown(false)}
            onDone={() => {
              setChoice({ ...choice, devices: [] });
              setShown(false);
            }}
          />
        ) : (
          <>
            <CopyChoice device={device} choice={choice} onChange={setChoice} onShow={() => setShown(true)} />
            <CopyHistory device={device} />
          </>
        )}
      </Grid>
    </>
  );
};

/** Copies settings of the selected device to other devices with the same sensors. */
export const CopySettingsPage = () => (
  <ForEditors>{(device) => <CopyContent key={device.id} device={device} />}</ForEditors>
);
