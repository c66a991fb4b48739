import { endpoints } from '@tocsin/contract/incident-pack';
import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/incident-pack';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { localDecimals } from '../../../ui/locale.ts';
import { showToast } from '../../../ui/toast.tsx';

const megabyte = 1_000_000;

/** Downloads an incident pack with progress. It can be cancelled; leaving the page cancels it as well. */
export const PackButton = ({ row }: { readonly row: Notification }) => {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    try {
      const args = { params: { id: row.id }, signal: stop.signal };
      await download(endpoints.pack, args, `incident_${row.id}.zip`, setBytes);
      showToast('success', texts.saved);
    } catch {
      if (!stop.signal.aborted) showToast('error', texts.failed);
    } finally {
      setBytes(null);
    }
  };
  if (bytes === null)
    return (
      <Button size="bar" icon="download" title={texts.hint} onClick={() => void save()}>
        {texts.open}
      </Button>
    );
  return (
    <>
      <span role="status">{texts.progress(localDecimals((bytes / megabyte).toFixed(1)))}</span>
      <Button size="bar" icon="close" onClick={() => running.current?.abort()}>
        {texts.cancel}
      </Button>
    </>
  );
};
