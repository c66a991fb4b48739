import type { Device } from '@tocsin/contract/devices';
import { type ImportColumns, ImportedPiece, importPieces, maxImportBytes } from '@tocsin/contract/history-import';
import { texts } from '@tocsin/contract/texts/history-import';
import { Select } from 'antd';
import { useRef, useState } from 'react';
import { ask, CallError } from '../../api/http.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Note, Row, Section, Stack, Text } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dayMinuteText } from '../../ui/time.ts';
import { UploadButton } from '../../ui/upload-button.tsx';
import { useAction } from '../../ui/use-action.ts';

const t = texts;
const nowhere = '';
const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

interface Order {
  readonly file: File;
  readonly zone: string;
  readonly columns: ImportColumns;
  /** Reads the first piece only, and stores nothing. */
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
  readonly onPiece?: (done: ImportedPiece, share: number) => void;
}

const waitMs = 2_000;
const previewBytes = 256 * 1024;

/** Sends a file in pieces. A busy server is asked again. */
async function importHistory(id: number, order: Order): Promise<ImportedPiece> {
  const { file, isDryRun, onPiece } = order;
  const done = await importPieces(
    isDryRun ? Math.min(file.size, previewBytes) : file.size,
    async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
    (bytes, firstLine) => sent(id, order, new Blob([...bytes]), firstLine),
    (sum, share) => onPiece?.(sum, share),
  );
  if (!done) throw new Error(t.noLines);
  return done;
}

async function sent(id: number, { zone, columns, isDryRun, signal }: Order, bytes: Blob, line: number) {
  const path = `v1/devices/${id}/history-import/`;
  const query = { dry_run: String(isDryRun), first_line: line, time_zone: zone };
  for (;;) {
    signal?.throwIfAborted();
    const body = new FormData();
    body.append('columns', JSON.stringify(columns));
    body.append('file', bytes, 'history');
    try {
      return await ask({ method: 'POST', path, query, body, signal }, ImportedPiece);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 503) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

interface Chosen {
  readonly file: File;
  readonly zone: string;
  readonly columns: ImportColumns;
  /** What the first piece holds, or what the import did. */
  readonly found: ImportedPiece;
}

const Columns = ({
  chosen,
  onChange,
}: {
  readonly chosen: Chosen;
  readonly onChange: (columns: ImportColumns) => void;
}) => {
  const { found, columns } = chosen;
  const options = found.sensors.map(({ path, name, unit }) => ({
    value: path,
    label: unit ? `${name} (${unit})` : name,
  }));
  return (
    <Stack gap={8}>
      {Object.entries(found.columns).map(([name, path]) => (
        <Grid key={name} columns="minmax(0, 1fr) minmax(0, 1fr)" gap={12} align="center">
          <Text overflowWrap="anywhere">{name}</Text>
          <Select
            aria-label={t.sensorOf(name)}
            showSearch
            optionFilterProp="label"
            value={(name in columns ? columns[name] : path) ?? nowhere}
            options={[{ value: nowhere, label: t.leaveOut }, ...options]}
            onChange={(value) => onChange({ ...columns, [name]: value === nowhere ? null : value })}
          />
        </Grid>
      ))}
    </Stack>
  );
};

const Report = ({ found }: { readonly found: ImportedPiece }) => (
  <Stack gap={4} role="status">
    <Text weight={600}>{t.done(found.lines, found.stored)}</Text>
    {found.doubled > 0 && <p>{t.doubled(found.doubled)}</p>}
    {found.refused > 0 && <p>{t.refused(found.refused)}</p>}
    {found.refusals.map(({ line, text }) => (
      <Note key={`${line} ${text}`}>{t.line(line, text)}</Note>
    ))}
  </Stack>
);

/** Imports readings of the past from a file: what is in it, which column is which sensor, progress, and a report. */
export const ImportSection = ({ device }: { readonly device: Device }) => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [report, setReport] = useState<ImportedPiece | null>(null);
  const [share, setShare] = useState(0);
  const cancel = useRef<AbortController | null>(null);
  const looking = useAction(
    async (next: Omit<Chosen, 'found'>) => {
      setReport(null);
      if (next.file.size > maxImportBytes) throw new Error(t.tooLarge);
      setChosen({ ...next, found: await importHistory(device.id, { ...next, isDryRun: true }) });
    },
    { fails: 'here' },
  );
  const importing = useAction(
    async ({ file, zone, columns }: Chosen) => {
      cancel.current = new AbortController();
      setShare(0);
      const { signal } = cancel.current;
      const onPiece = (done: ImportedPiece, part: number): void => {
        setReport(done);
        setShare(part);
      };
      await importHistory(device.id, { file, zone, columns, isDryRun: false, signal, onPiece });
      setChosen(null);
    },
    { fails: 'here' },
  );
  const failure = looking.failure ?? importing.failure;
  return (
    <Section gap={12}>
      <Stack gap={2}>
        <h2>{t.title}</h2>
        <Note>{t.about}</Note>
      </Stack>
      <Row wrap gap={12}>
        <UploadButton
          label={t.choose}
          accept=".csv,.txt,.lp,text/csv,text/plain"
          busy={looking.busy || importing.busy}
          onFile={(file) => looking.run({ file, zone: device.timezone, columns: {} })}
        />
        <Note>{t.formats}</Note>
      </Row>
      {failure && <Notice tone="warning">{failure}</Notice>}
      {chosen && (
        <Stack gap={12}>
          <p>
            {t.found(t.formatNames[chosen.found.format])}{' '}
            {chosen.found.from !== null && t.begins(dayMinuteText(Date.parse(chosen.found.from), device.timezone))}
          </p>
          <Text as="pre" size={12} line={16} overflow="auto" margin="0" style={{ userSelect: 'all' }}>
            {chosen.found.first.map((cells) => cells.join('   ')).join('\n')}
          </Text>
          <Stack gap={4}>
            <Text weight={600}>{t.zone}</Text>
            <Select
              aria-label={t.zone}
              showSearch
              value={chosen.zone}
              options={zones}
              onChange={(zone) => looking.run({ ...chosen, zone })}
            />
          </Stack>
          <Columns chosen={chosen} onChange={(columns) => setChosen({ ...chosen, columns })} />
          {chosen.found.refusals.slice(0, 3).map(({ line, text }) => (
            <Note key={`${line} ${text}`}>{t.line(line, text)}</Note>
          ))}
          <Row gap={8}>
            <Button look="primary" busy={importing.busy} onClick={() => importing.run(chosen)}>
              {importing.busy ? t.progress(Math.floor(100 * share)) : t.import}
            </Button>
            <Button onClick={() => (importing.busy ? cancel.current?.abort() : setChosen(null))}>
              {importing.busy ? t.cancel : t.drop}
            </Button>
          </Row>
        </Stack>
      )}
      {report && <Report found={report} />}
    </Section>
  );
};
