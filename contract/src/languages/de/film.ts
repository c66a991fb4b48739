import type { texts as English } from '../../texts/film.ts';

export const texts: typeof English = {
  title: 'Zeitmaschine',
  open: 'Zeitmaschine',
  page: (schema) => `Zeitmaschine: ${schema}`,
  toLive: 'Live-Ansicht',
  past: (when) => `Die Anlage, wie sie war: ${when}`,
  drawing: (when) => `Anlagenbild veröffentlicht ${when}`,
  later: (when) =>
    `Zu diesem Zeitpunkt war noch kein Anlagenbild veröffentlicht: Dies ist das heutige, veröffentlicht ${when}. Maschinen können anderswo gestanden haben.`,
  none: 'Für diesen Standort wurde kein Anlagenbild veröffentlicht.',
  noTabs: 'Dieses Anlagenbild hat keine Blätter.',
  failed: 'Der Verlauf konnte nicht geladen werden. Bitte versuchen Sie es erneut.',
  notNormal: 'Damals nicht normal',
  player: 'Film',
  date: 'Datum',
  time: 'Zeit',
  tenBack: '-10 min',
  tenOn: '+10 min',
  play: 'Abspielen',
  pause: 'Anhalten',
  speed: 'Tempo',
  speeds: (times) => `${times}x`,
  slider: 'Zeitpunkt',
  events: 'Was geschehen ist',
  event: (when, what) => `${when}: ${what}`,
  tabs: 'Blätter des Anlagenbilds',
};
