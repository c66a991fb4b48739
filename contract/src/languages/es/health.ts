import type { HealthPartName, Standing } from '../../health.ts';
import type { texts as English } from '../../texts/health.ts';

interface PartText {
  readonly title: string;
  readonly todo: string;
}

const parts: Readonly<Record<HealthPartName, PartText>> = {
  recording: {
    title: 'Grabación',
    todo: 'Los valores en vivo continúan, pero no se guarda nada y ningún evento se envía por correo. Revise la base de datos y su disco. Las tramas rechazadas están en la tabla frame_refused.',
  },
  queue: {
    title: 'Cola hacia la base de datos',
    todo: 'Al 100 % los adaptadores dejan de leer y los dispositivos reenvían después. Los datos llegan más rápido de lo que se guardan: revise el disco y qué dispositivo envía tanto.',
  },
  doors: {
    title: 'Adaptadores',
    todo: 'Adaptador que no escucha: revise su puerto y la bitácora del servidor. Dispositivos Modbus en silencio: abra su página. Nodos edge desconocidos: delos de alta en Nodos edge desconocidos.',
  },
  devices: {
    title: 'Dispositivos',
    todo: 'Muchos sin conexión a la vez suelen tener una sola causa, como la red del sitio. Rechazado: la página del dispositivo indica por qué. Reloj incorrecto: corríjalo en el dispositivo; las alarmas llegan de todos modos.',
  },
  edges: {
    title: 'Edges',
    todo: 'En silencio: revise la conexión y la alimentación en la planta; su página Edges indica desde cuándo. Cola llena: el edge no guarda más hasta que el portal reciba lo que está en cola. Los registros rechazados no están en ningún historial: la bitácora del portal indica por qué.',
  },
  clock: {
    title: 'Reloj del servidor',
    todo: 'Las horas de eventos, correos y sesiones son incorrectas. Revise que la sincronización de hora (chrony, systemd-timesyncd) funcione en el servidor. Si solo difieren los dispositivos, revise sus relojes.',
  },
  database: {
    title: 'Base de datos',
    todo: 'La base de datos integrada se reinicia sola en segundos. Una externa debe reiniciarla su administrador.',
  },
  history: {
    title: 'Historial',
    todo: 'Hay horas terminadas que esperan compactación. Se pueden leer, pero ocupan más disco. Busque en la bitácora del servidor errores de la parte "hours". Las partes de una copia restaurada se recuperan por sí solas; la bitácora nombra las ilegibles: ponga copias buenas en su lugar.',
  },
  disk: {
    title: 'Disco de la carpeta de datos',
    todo: 'Un disco lleno detiene la grabación. Libere espacio o reduzca RETENTION_FULL_DAYS.',
  },
  mail: {
    title: 'Correo',
    todo: 'Es posible que las alarmas no lleguen a las personas. Revise el servidor de correo; Correo saliente muestra el último error de cada correo.',
  },
  jobs: {
    title: 'Trabajos',
    todo: 'La lista de trabajos programados dice qué falló y por qué; se ejecuta de nuevo a su hora habitual. Otros trabajos fallidos: sus filas están en graphile_worker.jobs. Trabajos atrasados: revise que haya un proceso con el rol jobs en ejecución.',
  },
  backups: {
    title: 'Respaldos',
    todo: 'Haga uno cada día con npm run tocsin -- backup ARCHIVO, y guárdelo en otra máquina.',
  },
  process: {
    title: 'Este proceso',
    todo: 'La carga es demasiado alta para su núcleo de CPU o para la máquina. Vea la tabla de dimensionamiento en docs/operations.md.',
  },
};

const figures: Readonly<Record<string, string>> = {
  recording_lag_seconds: 'Trama sin guardar más antigua',
  frames_stored_total: 'Tramas guardadas desde el inicio',
  batch_retries_total: 'Reintentos con la base de datos no disponible',
  frames_unstorable_total: 'Tramas rechazadas por la base de datos',
  waiting_share: 'Ocupación',
  waiting_bytes: 'En espera',
  mqtt_open: 'MQTT abierto',
  mqtt_sessions: 'Clientes MQTT',
  'door_messages_total{door="mqtt"}': 'Mensajes MQTT',
  'door_refused_total{door="mqtt"}': 'MQTT rechazados',
  'door_messages_total{door="http"}': 'Envíos HTTP',
  'door_refused_total{door="http"}': 'HTTP rechazados',
  modbus_devices: 'Dispositivos Modbus consultados',
  modbus_silent: 'Dispositivos Modbus en silencio',
  sparkplug_gaps_total: 'Huecos Sparkplug',
  sparkplug_unknown_nodes: 'Nodos edge desconocidos',
  devices_online: 'En línea',
  devices_offline: 'Sin conexión',
  devices_offline_share: 'Proporción sin conexión (desde tres dispositivos)',
  devices_refused: 'Rechazados',
  devices_clock_wrong: 'Reloj incorrecto',
  edges_connected: 'Conectados',
  edges_silent: 'En silencio',
  edges_full: 'Cola llena',
  edge_last_contact_seconds: 'Mayor tiempo sin contacto',
  edge_queue_records: 'Registros en espera',
  edge_oldest_record_seconds: 'Registro en espera más antiguo',
  edge_refused_records: 'Registros rechazados',
  server_clock_correction_seconds: 'Corregido según los dispositivos',
  'server_clock_offset_seconds{source="http"}': 'Desfase con un servidor HTTP',
  'server_clock_offset_seconds{source="smtp"}': 'Desfase con el servidor de correo',
  'server_clock_offset_seconds{source="devices"}': 'Desfase con los dispositivos (mediana)',
  database_up: 'Responde',
  database_bytes: 'Tamaño',
  history_lag_seconds: 'Hora sin procesar más antigua',
  history_held_seconds: 'Transacción más antigua que bloquea la compactación',
  hours_owed: 'Horas sin procesar',
  history_pieces_missing: 'Partes de una copia de seguridad que se están recuperando',
  history_pieces_unreadable: 'Partes de una copia de seguridad que no se pueden leer',
  late_frames: 'Tramas con retraso sin procesar',
  hours_failed_total: 'Intentos fallidos',
  archive_up: 'El almacenamiento de objetos responde',
  archive_objects: 'Días de dispositivos archivados',
  archive_bytes: 'Bytes archivados',
  disk_free_share: 'Libre',
  disk_free_bytes: 'Espacio libre',
  mail_oldest_seconds: 'Correo en cola más antiguo',
  mails_queued: 'En espera',
  mails_failed_day: 'Fallidos en las últimas 24 horas',
  jobs_failed: 'Fallidos',
  jobs_late_seconds: 'Trabajo más atrasado',
  scheduled_jobs_failing: 'Trabajos programados cuya última ejecución falló',
  scheduled_jobs_late: 'Trabajos programados atrasados',
  backup_age_seconds: 'Antigüedad del último respaldo, o de la instalación',
  backups_made: 'Respaldos hechos',
  event_loop_delay_seconds: 'Retraso del bucle de eventos',
  process_resident_memory_bytes: 'Memoria',
  live_documents_skipped_total: 'Actualizaciones omitidas por páginas lentas',
};

const words: Readonly<Record<Standing, string>> = {
  ok: 'OK',
  warning: 'Advertencia',
  alarm: 'Alarma',
  unknown: 'Desconocido',
};

export const texts: typeof English = {
  title: 'Estado del servidor',
  about: (version, roles) =>
    `Versión ${version}; este proceso ejecuta ${roles.join(', ') || 'todos los roles'}. Los mismos valores que /metrics.`,
  back: 'Configuración OEM',
  updated: 'Actualizado',
  failed: 'El servidor no responde. Si continúa así, revise el proceso y su bitácora.',
  old: 'El servidor no responde; estos valores no están al día.',
  allWell: 'Todo está bien',
  wrong: (names) => `Revise ${names.join(', ')}`,
  parts,
  figures,
  words,
  todo: 'Qué hacer',
  yes: 'sí',
  no: 'no',
  unknown: 'se desconoce',
  limit: (side, warning, alarm) => {
    const word = side === 'above' ? 'por encima de' : 'en o por debajo de';
    const phrases = [warning && `advertencia ${word} ${warning}`, alarm && `alarma ${word} ${alarm}`].filter(Boolean);
    return phrases.join(', ');
  },
  alarmWhenNot: 'alarma si no',
  scheduled: {
    title: 'Trabajos programados',
    help: 'Cuándo se ejecutó cada trabajo por última vez sin fallar. Un trabajo que falla se ejecuta de nuevo a su hora habitual.',
    every: (span) => `cada ${span}`,
    failed: (n, error) => `falló ${n === 1 ? 'una vez' : `${n} veces seguidas`}: ${error}`,
    late: (span) => `${span} de atraso`,
    never: 'todavía no',
    names: {
      incidents: 'Agrupar alarmas en incidentes',
      'walk-tasks': 'Tareas de pruebas de recorrido firmadas',
      'rule-units': 'Comparar unidades de reglas y sensores',
      'edges.digest': 'Correos tras una interrupción de un edge',
      'on-call-gaps': 'Huecos en las guardias',
      'audit-seal': 'Sellar el registro de auditoría',
      'alive-mail': 'Correo diario de señal de vida',
      'handover-mails': 'Correos de relevo',
      'protection-watch': 'Sensores desactivados',
      'protection-reach': 'Registro de a quién se avisa',
      'protection-scan': 'Búsqueda de sensores muertos',
      'read-rss': 'Leer canales RSS',
      'protection-mail': 'Correos de protección',
      'out-of-service.reviews': 'Recordatorios de revisión',
      'webhook-cleanup': 'Limpiar entregas de webhooks',
      'policy-test-reminders': 'Recordatorios para probar políticas',
      'forget-accounts': 'Eliminar sesiones y correos antiguos',
      'purge-removed': 'Eliminar dispositivos y personas retirados',
    },
  },
  newer: (version) => `La versión ${version} está disponible.`,
  advisory: 'Qué cambia',
  heartbeat: {
    title: 'Señal de vida',
    on: 'Se llama a una dirección externa cada minuto mientras se guardan tramas.',
    off: 'Apagada. Defina DEADMAN_URL con la dirección de un servicio que le avise cuando cesen las llamadas.',
  },
  alive: {
    title: 'Correo diario de señal de vida',
    about: 'Un correo al día confirma que el servidor funciona e informa su estado. Si no llega, revise el servidor.',
    on: 'Enviarlo',
    receivers: 'Para',
    receiversHelp: 'Una dirección por línea, diez como máximo',
    hour: 'Hora',
    zone: 'Zona horaria',
    save: 'GUARDAR',
    saved: 'Guardado',
    failed: 'Ocurrió un error. Intente de nuevo.',
    next: 'Siguiente',
    last: 'Último',
    none: 'aún ninguno',
    noServer: 'No hay servidor de correo configurado (SMTP_URL): el correo quedaría en el buzón del portal.',
    isOn: (hour, zone, receivers) => `Se envía a las ${hour} ${zone} a ${receivers}`,
    isOff: 'No se envía',
    readOnly: 'Solo los usuarios OEM y los superusuarios pueden cambiarlo.',
  },
};
