import { useQuery } from '@tanstack/react-query';
import { endpoints, type Note } from '@tocsin/contract/notes';
import { texts } from '@tocsin/contract/texts/notes';
import { callQuery } from '../api/call.ts';
import { Text } from '../ui/layout.tsx';
import { exactText, spanText } from '../ui/time.ts';
import css from './notes-around.module.css';

const maxNotes = 50;
const minuteMs = 60_000;

interface Props {
  readonly site: number;
  /** Limits notes to this device and the whole site; null: all notes of the site. */
  readonly device: number | null;
  readonly at: number;
  /** Time before and after the moment. */
  readonly aroundMs: number;
  readonly zone: string;
}

/** Text that names what a note is about: a sensor of a device, the device, or the whole site. */
export const noteSubject = ({ device, sensor_name: sensor }: Pick<Note, 'device' | 'sensor_name'>): string => {
  if (device === null) return texts.wholeSite;
  return sensor === null ? device : texts.about(device, sensor);
};

/** The notes around a moment, oldest first; nothing if there are none. */
export const NotesAround = ({ site, device, at, aroundMs, zone }: Props) => {
  // The moment changes continuously during playback, so notes are loaded for fixed periods.
  const middle = Math.round(at / aroundMs) * aroundMs;
  const { data } = useQuery(
    callQuery(['notes-around', site, middle, aroundMs], endpoints.list, {
      params: { id: site },
      query: {
        from: new Date(middle - 2 * aroundMs).toISOString(),
        to: new Date(middle + 2 * aroundMs).toISOString(),
        limit: maxNotes,
      },
      staleTime: minuteMs,
      retry: false,
    }),
  );
  const notes = (data?.results ?? []).filter(
    (note) =>
      Math.abs(Date.parse(note.at) - at) <= aroundMs &&
      (device === null || note.device_id === null || note.device_id === device),
  );
  if (notes.length === 0) return null;
  return (
    <Text
      as="section"
      surface
      margin="8px var(--page-pad)"
      padding="10px 16px"
      className={css.notes}
      aria-label={texts.around(spanText(aroundMs))}
    >
      <h2>{texts.around(spanText(aroundMs))}</h2>
      <ul>
        {notes.toReversed().map((note) => (
          <li key={note.id}>
            <time dateTime={note.at}>{exactText(Date.parse(note.at), zone)}</time>
            <b>{noteSubject(note)}</b>
            <span>{note.by}</span>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
    </Text>
  );
};
