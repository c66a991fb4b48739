import { texts as de } from '@tocsin/contract/languages/de/find';
import { texts as es } from '@tocsin/contract/languages/es/find';
import { texts as fr } from '@tocsin/contract/languages/fr/find';
import { texts as pt } from '@tocsin/contract/languages/pt-BR/find';
import { texts as en } from '@tocsin/contract/texts/find';
import { expect, test } from 'vitest';
import { findTargets, type Target } from './find-model.ts';

/** What people type, in English, German, Spanish, French and Portuguese. */
const phrases = `
onCall|rota|Dienstplan|turnos|planning|escala
onCall|who has duty tonight|wer hat Dienst|quién está de guardia|qui est de garde|quem está de plantão
onCall|standby|Rufbereitschaft|rotación|tour de garde|rodízio
onCall|vacation|Urlaub|vacaciones|vacances|férias
overview|who is called|wer wird angerufen|a quién se llama|qui est appelé|quem é chamado
overview|who gets the alarm|wer bekommt den Alarm|quién recibe la alarma|qui reçoit l'alarme|quem recebe o alarme
policies|nobody answers|niemand antwortet|nadie responde|personne ne répond|ninguém responde
policies|live-fire test|Probealarm|simulacro|exercice|simulado
methods|text message|SMS|sms|sms|sms
methods|phone number|Handynummer|número de teléfono|numéro de téléphone|número de telefone
methods|quiet hours|Ruhezeiten|horas de silencio|heures calmes|horas de silêncio
emailRules|too many emails|zu viele Mails|demasiados correos|trop de mails|e-mails demais
addRule|send me mail|Mail senden|enviarme email|m'envoyer un courriel|enviar email
webhooks|slack|Slack|slack|slack|slack
webhooks|other system|anderes System|otro sistema|autre système|outro sistema
warnings|too hot|zu heiß|demasiado caliente|trop chaud|quente demais
warnings|limits|Grenzwerte|límites|seuils|limiares
warnings|warn me early|früh warnen|avisar antes|prévenir avant|avisar antes
names|rename sensor|Sensoren umbenennen|renombrar sensores|renommer capteurs|renomear sensores
types|calibration|Kalibrierung|calibración|étalonnage|calibração
images|icons|Symbole|íconos|icônes|ícones
responses|what to do|was tun|qué hacer|que faire|o que fazer
copy|same settings|gleiche Einstellungen|mismos ajustes|mêmes réglages|mesmos ajustes
rounds|daily round|täglicher Rundgang|ronda diaria|ronde du jour|ronda do dia
rounds|checklist|Checkliste|lista de control|liste de contrôle|lista de verificação
proofTests|overdue test|geprüft überfällig|pruebas vencidas|essais en retard|testes vencidos
walkTest|test all sensors|alle Sensoren prüfen|probar todos los sensores|tester tous les capteurs|testar todos os sensores
tasks|work orders|Arbeitsaufträge|órdenes de trabajo|ordres de travail|ordens de serviço
handover|shift report|Schichtbericht|reporte de turno|rapport de poste|relatório de turno
handover|next shift|nächste Schicht|siguiente turno|équipe suivante|próximo turno
shelves|snoozed|stummgeschaltet|silenciadas|muettes|silenciados
shelves|muted|vorübergehend still|en pausa|silencieuses|em pausa
outOfService|switched off|abgeschaltet|apagado|arrêté|desligado
notProtecting|dead sensors|tote Sensoren|sensores muertos|capteurs morts|sensores mortos
notProtecting|broken|defekt|rotos|cassés|quebrados
hours|insurance|Versicherung|seguro|assurance|seguro
hours|certificate|Zertifikat|certificado|certificat|certificado
search|last night|letzte Nacht|anoche|nuit dernière|ontem à noite
search|yesterday|gestern|ayer|hier|o que aconteceu
moment|whole site at that time|damals ganzer Standort|en ese momento todo|tout le site|local inteiro
film|replay|Wiederholung|reproducir|rejouer|reproduzir
graphs|curves|Kurven|curvas|graphiques|curvas
compare|side by side|nebeneinander|lado a lado|côte à côte|lado a lado
bearings|bearing temperature|Lagertemperatur|temperatura de rodamientos|température des paliers|temperatura dos mancais
dashboard|live values|Livewerte|valores en vivo|valeurs en direct|valores ao vivo
notifications|what is wrong|was ist los rot|qué pasa|ne va pas|o que está errado
analytics|statistics|Statistik|estadísticas|statistiques|estatísticas
plant|picture of the plant|Bild der Anlage|dibujo de la planta|dessin de l'usine|desenho da planta
walls|control room|Leitwarte|sala de control|salle de contrôle|sala de controle
register|all limits|Liste aller Alarme|todas las alarmas|liste de toutes les alarmes|todos os alarmes
addDevice|new machine|neue Maschine|nueva máquina|nouvelle machine|nova máquina
addModbus|plc|SPS|plc|automate|clp
graphs|export to excel|Excel-Export|exportar a excel|exporter vers excel|exportar para excel
addUser|invite a coworker|Mitarbeiter einladen|invitar a un compañero|inviter un collaborateur|convidar um colaborador
notifications|test the siren|Sirene testen|probar la sirena|tester la sirène|testar a sirene
warnings|set a limit|Grenzwert setzen|fijar un límite|fixer un seuil|definir um limite
methods|change phone number|Handynummer ändern|cambiar número de teléfono|changer de numéro de téléphone|mudar número de telefone
addUser|invite a colleague|Kollegen einladen|invitar a un colega|inviter un collègue|convidar um colega
editDevice|move machine|Maschine verschieben|mover máquina|déplacer machine|mover máquina
account|change password|Passwort ändern|contraseña|mot de passe|senha
account|language|Sprache|idioma|langue|idioma
keys|access token|Token|token|jeton|token
audit|who changed what|wer hat was geändert|quién cambió qué|qui a changé quoi|quem mudou o quê
health|is the server ok|läuft der Server|está bien el servidor|le serveur va-t-il|o servidor está bem
removed|restore deleted|gelöscht wiederherstellen|restaurar borrado|restaurer supprimé|restaurar excluído
`;
const rows = phrases
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

const languages = [en, de, es, fr, pt];

test('the table has 65 phrases in five languages', () => {
  expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 65 }, () => 6));
});

test.each(languages.map((texts, n) => ['en de es fr pt-BR'.split(' ')[n] ?? '', texts, n] as const))(
  'everyday words find their page among the first three, in %s',
  (_, texts, n) => {
    const targets = Object.entries(texts.pages).map(
      ([key, [label, words]]): Target => ({
        key,
        kind: 'page',
        label,
        about: '',
        words,
        icon: 'site',
        go: () => undefined,
      }),
    );
    const missed = rows.flatMap(([page, ...typed]) => {
      const found = findTargets(targets, typed[n] ?? '', 3).map(({ key }) => key);
      return page !== undefined && found.includes(page) ? [] : [`${typed[n]}: ${found.join(', ')} instead of ${page}`];
    });
    expect(missed).toEqual([]);
  },
);
