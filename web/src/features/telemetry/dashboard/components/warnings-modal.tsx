import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/dashboard';
import { Modal } from 'antd';
import type { Device } from '../../../../domain/plant.ts';
import { Button } from '../../../../ui/button.tsx';
import { Grid, Stack, Text } from '../../../../ui/layout.tsx';
import { Failed, Loading } from '../../../../ui/states.tsx';
import { unitText } from '../../../../ui/value.ts';
import { warningsQuery } from '../../queries.ts';

interface Props {
  readonly device: Device;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Read-only list of the device's warning rules, which are edited on a separate page. */
export const WarningsModal = ({ device, open, onClose }: Props) => {
  const navigate = useNavigate();
  const { data, error } = useQuery({ ...warningsQuery(device.id), enabled: open });
  return (
    <Modal
      open={open}
      title={texts.menu.warnings}
      onCancel={onClose}
      footer={
        <Button look="primary" onClick={() => void navigate({ to: '/dashboard/edit/warnings' as string })}>
          {texts.editWarnings}
        </Button>
      }
      destroyOnHidden
    >
      {error && <Failed text={error.message} />}
      {!error && data === undefined && <Loading />}
      {data?.length === 0 && <p>{texts.noWarnings}</p>}
      <Stack as="ul" maxHeight="50dvh" overflowY="auto">
        {data?.map((rule) => (
          <Grid
            as="li"
            columns="minmax(0, 1fr) auto 72px"
            gap={12}
            padding="8px 0"
            borderBottom="1px solid var(--line)"
            key={rule.id}
          >
            <Text overflowWrap="anywhere">{rule.name}</Text>
            <span>
              {rule.sign} {rule.value} {unitText(rule.unit)}
            </span>
            <Text tone="faint" textAlign="right">
              {texts.after(rule.delay_seconds)}
            </Text>
          </Grid>
        ))}
      </Stack>
    </Modal>
  );
};
