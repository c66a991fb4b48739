import { texts } from '@tocsin/contract/texts/add-device';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { useEventCallback } from '../../ui/use-event-callback.ts';
import { usePhone } from '../../ui/use-media.ts';
import { type UnitLabel, unitOf } from './model.ts';

declare global {
  interface Window {
    /** Chromium on Android and macOS has it. */
    readonly BarcodeDetector?: new (options: {
      readonly formats: readonly string[];
    }) => { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };
  }
}

const t = texts.scan;

/** The picture of the camera until it shows a code, or fails. */
const Camera = ({ onEnd }: { readonly onEnd: (code: string | Error) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const end = useEventCallback(onEnd);
  useEffect(() => {
    const { current } = video;
    const { BarcodeDetector } = window;
    if (!current || !BarcodeDetector) return;
    let stream: MediaStream | null = null;
    let isOver = false;
    const watch = async (): Promise<void> => {
      const detector = new BarcodeDetector({ formats: ['qr_code'] });
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop();
      current.srcObject = stream;
      await current.play();
      while (!isOver) {
        const [code] = await detector.detect(current);
        if (code) return end(code.rawValue);
        await new Promise(requestAnimationFrame);
      }
    };
    const stop = (): void => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    watch().catch((error: unknown) => {
      if (!isOver) end(error instanceof Error ? error : new Error());
    });
    return stop;
  }, [end]);
  return <Text as="video" ref={video} playsInline muted width="100%" maxHeight={320} background="#000" />;
};

/** Reads serial number and code of a unit from the code on its label; where that cannot be, says why on a phone. */
export const ScanLabel = ({ onRead }: { readonly onRead: (unit: UnitLabel) => void }) => {
  const isPhone = usePhone();
  const [isOn, setOn] = useState(false);
  const [said, setSaid] = useState('');
  const isAble = 'BarcodeDetector' in window && 'mediaDevices' in navigator;
  if (!isAble)
    return (
      isPhone && (
        <Text as="p" tone="quiet" marginBottom={16}>
          {t.unable}
        </Text>
      )
    );
  const end = (code: string | Error): void => {
    setOn(false);
    const unit = code instanceof Error ? null : unitOf(code);
    if (unit) onRead(unit);
    const failed = code instanceof Error && (code.name === 'NotAllowedError' ? t.refused : t.missing);
    setSaid(unit ? t.read(unit.serial_number) : failed || t.notLabel);
  };
  const toggle = (): void => {
    setSaid('');
    setOn(!isOn);
  };
  return (
    <Stack gap={8} marginBottom={20}>
      <Row>
        <Button look={isOn || !isPhone ? 'plain' : 'primary'} size={isPhone ? 'large' : 'usual'} onClick={toggle}>
          {isOn ? t.stop : t.start}
        </Button>
      </Row>
      {isOn && <Camera onEnd={end} />}
      <Text as="p" role="status" tone="quiet">
        {isOn ? t.aim : said}
      </Text>
    </Stack>
  );
};
