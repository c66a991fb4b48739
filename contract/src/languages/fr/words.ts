import { type PluralForms, pluralsOf } from '../../texts/define-texts.ts';

/** The French word form of a number: 0 and 1 are singular. */
export const plural = pluralsOf('fr');

/** '1 alarme', '2 alarmes': a number with its French word form. */
export const counted = (count: number, forms: PluralForms): string => `${count} ${plural(count, forms)}`;

/** 'de Silo 1', 'd’Élévateur 1': a name after 'de'. */
export const ofName = (name: string): string => (/^[aeiouœ]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`);

/** Whether a moment begins with its time of day: '14:36 CET', and not '20 nov. 2026, 14:36'. */
const isClock = (when: string): boolean => /^\d{1,2}[:h]/.test(when);

/** 'à 14:36', 'le 20 nov. 2026' */
export const atMoment = (when: string): string => (isClock(when) ? `à ${when}` : `le ${when}`);

/** 'depuis 14:36', 'depuis le 20 nov. 2026' */
export const sinceMoment = (when: string): string => (isClock(when) ? `depuis ${when}` : `depuis le ${when}`);

/** 'jusqu’à 14:36', 'jusqu’au 20 nov. 2026' */
export const untilMoment = (when: string): string => (isClock(when) ? `jusqu’à ${when}` : `jusqu’au ${when}`);

/** 'de 06:00', 'du 20 nov. 2026': the beginning of a span. */
const fromMoment = (when: string): string => (isClock(when) ? `de ${when}` : `du ${when}`);

/** 'à 14:00', 'au 21 nov. 2026': the end of a span. */
export const toMoment = (when: string): string => (isClock(when) ? `à ${when}` : `au ${when}`);

/** 'de 06:00 à 14:00', 'du 20 nov. au 21 nov.' */
export const spanOf = (from: string, to: string): string => `${fromMoment(from)} ${toMoment(to)}`;

/** 'à partir de 14:36', 'à partir du 20 nov. 2026' */
export const startingAt = (when: string): string => `à partir ${fromMoment(when)}`;

/** The text with its first letter as a capital. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
