import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/maintenance';
import { type ReactNode, useMemo, useState } from 'react';
import type { Device } from '../../domain/plant.ts';
import { useDeviceStore } from '../../live/use-reading.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { SensorChoice } from './components/sensor-choice.tsx';
import { TestBar } from './components/test-bar.tsx';
import { TestDialogs } from './components/test-dialogs.tsx';
import { clickOn, isExcluded } from './model.ts';
import { codesSheet } from './queries.ts';
import { useTest } from './use-test.ts';

/** What maintenance mode adds to the dashboard; app/ passes it to the dashboard feature. */
export interface MaintenanceView {
  readonly action: {
    readonly label: (name: string) => string;
    readonly act: (path: string) => void;
    readonly mark: (path: string) => string | null;
    readonly actNode: (node: { readonly name: string; readonly paths: readonly string[] }) => void;
    readonly nodeLabel: (name: string) => string;
  };
  readonly notices: ReactNode;
  readonly tools: ReactNode;
}

/** Maintenance mode of the dashboard: a click on a sensor starts its test, a second one cancels it. */
export const useMaintenance = (device: Device): MaintenanceView => {
  const test = useTest(device.id);
  const store = useDeviceStore();
  const phone = usePhone();
  const navigate = useNavigate();
  const [cancelling, setCancelling] = useState(false);
  const [node, setNode] = useState<{ readonly name: string; readonly paths: readonly string[] } | null>(null);
  const { current } = test;

  const act = (path: string): void => {
    // On a phone the test has its own page, where a separate button starts it, so that no accidental tap does.
    if (phone && !isExcluded(path)) {
      void navigate({ to: '/maintenance/$device/$sensor', params: { device: String(device.id), sensor: path } });
      return;
    }
    const reading = store.reading(path);
    const click = clickOn(path, current, reading?.alarm === true);
    if (click === 'start' && store.device()?.online === false) showToast('warning', texts.page.offline);
    else if (click === 'start') test.start(path);
    else if (click === 'cancel') setCancelling(true);
    else showToast('warning', click === 'in-alarm' ? texts.inAlarm : texts.restricted);
  };

  const tested = current?.sensor_id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `act` is recreated with its inputs.
  const action = useMemo(
    () => ({
      label: texts.test,
      act,
      mark: (path: string): string | null => (path === tested ? texts.testing : null),
      actNode: setNode,
      nodeLabel: texts.chooseLabel,
    }),
    [tested, current?.event_type, phone, device.id],
  );
  return {
    action,
    notices: (
      <>
        <TestBar current={current} onCancel={() => current && act(current.sensor_id)} />
        <TestDialogs test={test} cancelling={cancelling} onCancelled={() => setCancelling(false)} />
        {node && (
          <SensorChoice
            device={device.id}
            node={node}
            onClose={() => setNode(null)}
            onPick={(path) => {
              setNode(null);
              act(path);
            }}
          />
        )}
      </>
    ),
    tools: (
      <>
        {device.can_edit && (
          <Button
            size="bar"
            icon="wrench"
            onClick={() => void navigate({ to: '/maintenance/$device/walk', params: { device: String(device.id) } })}
          >
            {texts.links.walk}
          </Button>
        )}
        <Button
          size="bar"
          icon="list"
          onClick={() => void navigate({ to: '/sites/$id/proof-tests', params: { id: String(device.location) } })}
        >
          {texts.links.ledger}
        </Button>
        <Button
          size="bar"
          icon="grid"
          onClick={() => void codesSheet(device.id).catch(() => showToast('error', texts.ledger.failed))}
        >
          {texts.links.codes}
        </Button>
      </>
    ),
  };
};
