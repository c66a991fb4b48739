import { endpoints, responseTextLength } from '@tocsin/contract/responses';
import { texts } from '@tocsin/contract/texts/alarm-register';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Labelled } from '../../ui/labelled.tsx';
import { Text } from '../../ui/layout.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Told, writesOf } from './model.ts';

const fields = [
  ['what_to_do', texts.columns.todo],
  ['likely_cause', texts.columns.cause],
  ['consequence', texts.columns.consequence],
] as const;

interface Props {
  readonly told: Told;
  readonly site: number;
  readonly onClose: () => void;
}

/** Writes one response text for all sensors of a row. */
export const WriteDialog = ({ told, site, onClose }: Props) => {
  const [text, setText] = useState<Readonly<Partial<Record<(typeof fields)[number][0], string>>>>({});
  const { run, busy, failure } = useAction(
    async () => {
      for (const { device, responses } of writesOf(told.all, text))
        await call(endpoints.save, { params: { id: device }, body: { responses } });
    },
    { fails: 'here', refetches: [['alarm-register', site]], refetchesAnyway: true, onDone: onClose },
  );
  return (
    <FormDialog
      title={texts.writeFor(told.kind)}
      verb={texts.write}
      isReady={(text.what_to_do ?? '').trim() !== ''}
      busy={busy}
      failure={failure}
      dirty={Object.keys(text).length > 0}
      onSubmit={run}
      onClose={onClose}
      width={520}
    >
      <Text as="p" tone="quiet">
        {told.all.map(({ device, sensor }) => `${device}, ${sensor}`).join('; ')}
      </Text>
      {fields.map(([name, label]) => (
        <Labelled key={name} label={label}>
          <Input.TextArea
            value={text[name] ?? ''}
            maxLength={responseTextLength}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => setText({ ...text, [name]: event.target.value })}
          />
        </Labelled>
      ))}
    </FormDialog>
  );
};
