import type { HealthPartName, Standing } from '../../health.ts';
import type { texts as English } from '../../texts/health.ts';

interface PartText {
  readonly title: string;
  readonly todo: string;
}

const parts: Readonly<Record<HealthPartName, PartText>> = {
  recording: {
    title: 'Gravação',
    todo: 'Os valores ao vivo continuam, mas nada é armazenado e nenhum evento é enviado por e-mail. Verifique o banco de dados e o disco dele. Pacotes recusados estão na tabela frame_refused.',
  },
  queue: {
    title: 'Fila para o banco de dados',
    todo: 'A 100 % os adaptadores param de ler e os dispositivos reenviam depois. Os dados chegam mais rápido do que são armazenados: verifique o disco e qual dispositivo envia tanto.',
  },
  doors: {
    title: 'Adaptadores',
    todo: 'Adaptador sem escuta: verifique a porta dele e o log. Dispositivos Modbus sem resposta: abra a página deles. Edge nodes desconhecidos: vincule-os em Edge nodes desconhecidos.',
  },
  devices: {
    title: 'Dispositivos',
    todo: 'Muitos offline ao mesmo tempo costumam ter uma só causa, como a rede do local. Recusado: a página do dispositivo diz por quê. Relógio errado: corrija-o no dispositivo; os alarmes continuam chegando.',
  },
  edges: {
    title: 'Edges',
    todo: 'Sem sinal: verifique a conexão e a alimentação na planta; a página Edges do local diz desde quando. Fila cheia: o edge não armazena mais nada até o portal receber o que está na fila. Registros recusados não estão em nenhum histórico: o log do portal diz por quê.',
  },
  clock: {
    title: 'Relógio do servidor',
    todo: 'Os horários de eventos, e-mails e sessões estão errados. Verifique se a sincronização de hora (chrony, systemd-timesyncd) está rodando no servidor. Se só os dispositivos divergem, verifique os relógios deles.',
  },
  database: {
    title: 'Banco de dados',
    todo: 'O banco de dados embutido reinicia sozinho em segundos. Um externo precisa ser reiniciado pelo seu administrador.',
  },
  history: {
    title: 'Histórico',
    todo: 'Horas concluídas aguardam compactação. Continuam legíveis, mas ocupam mais disco. Procure no log erros da parte "hours". As partes de um backup restaurado voltam sozinhas; o log cita as ilegíveis: coloque cópias boas no lugar delas.',
  },
  disk: {
    title: 'Disco da pasta de dados',
    todo: 'Um disco cheio interrompe a gravação. Libere espaço ou reduza RETENTION_FULL_DAYS.',
  },
  mail: {
    title: 'E-mail',
    todo: 'Os alarmes podem não chegar às pessoas. Verifique o servidor de e-mail; E-mails de saída mostra o último erro de cada e-mail.',
  },
  jobs: {
    title: 'Jobs',
    todo: 'A lista de jobs agendados diz o que falhou e por quê; o job roda de novo no horário de sempre. Outros jobs com falha: as linhas deles estão em graphile_worker.jobs. Jobs atrasados: verifique se um processo com o papel jobs está rodando.',
  },
  backups: {
    title: 'Backups',
    todo: 'Faça um por dia com npm run tocsin -- backup ARQUIVO e guarde-o em outra máquina.',
  },
  process: {
    title: 'Este processo',
    todo: 'A carga é alta demais para o núcleo de CPU dele ou para a máquina. Veja a tabela de dimensionamento em docs/operations.md.',
  },
};

const figures: Readonly<Record<string, string>> = {
  recording_lag_seconds: 'Pacote não armazenado mais antigo',
  frames_stored_total: 'Pacotes armazenados desde o início',
  batch_retries_total: 'Novas tentativas com o banco indisponível',
  frames_unstorable_total: 'Pacotes recusados pelo banco de dados',
  waiting_share: 'Ocupação',
  waiting_bytes: 'Em espera',
  mqtt_open: 'MQTT abertas',
  mqtt_sessions: 'Clientes MQTT',
  'door_messages_total{door="mqtt"}': 'Mensagens MQTT',
  'door_refused_total{door="mqtt"}': 'MQTT recusadas',
  'door_messages_total{door="http"}': 'Envios HTTP',
  'door_refused_total{door="http"}': 'HTTP recusados',
  modbus_devices: 'Dispositivos Modbus consultados',
  modbus_silent: 'Dispositivos Modbus sem resposta',
  sparkplug_gaps_total: 'Lacunas Sparkplug',
  sparkplug_unknown_nodes: 'Edge nodes desconhecidos',
  devices_online: 'Online',
  devices_offline: 'Offline',
  devices_offline_share: 'Parcela offline (a partir de três dispositivos)',
  devices_refused: 'Recusados',
  devices_clock_wrong: 'Relógio errado',
  edges_connected: 'Conectados',
  edges_silent: 'Sem sinal',
  edges_full: 'Fila cheia',
  edge_last_contact_seconds: 'Maior tempo sem contato',
  edge_queue_records: 'Registros em espera',
  edge_oldest_record_seconds: 'Registro em espera mais antigo',
  edge_refused_records: 'Registros recusados',
  server_clock_correction_seconds: 'Corrigido pelos dispositivos',
  'server_clock_offset_seconds{source="http"}': 'Diferença para um servidor HTTP',
  'server_clock_offset_seconds{source="smtp"}': 'Diferença para o servidor de e-mail',
  'server_clock_offset_seconds{source="devices"}': 'Diferença para os dispositivos (mediana)',
  database_up: 'Responde',
  database_bytes: 'Tamanho',
  history_lag_seconds: 'Hora não processada mais antiga',
  history_held_seconds: 'Transação mais antiga que bloqueia a compactação',
  hours_owed: 'Horas não processadas',
  history_pieces_missing: 'Partes de um backup que estão voltando',
  history_pieces_unreadable: 'Partes de um backup que não podem ser lidas',
  late_frames: 'Pacotes atrasados não processados',
  hours_failed_total: 'Tentativas com falha',
  archive_up: 'O armazenamento de objetos responde',
  archive_objects: 'Dias de dispositivos arquivados',
  archive_bytes: 'Bytes arquivados',
  disk_free_share: 'Livre',
  disk_free_bytes: 'Espaço livre',
  mail_oldest_seconds: 'E-mail mais antigo na fila',
  mails_queued: 'Em espera',
  mails_failed_day: 'Falhas nas últimas 24 horas',
  jobs_failed: 'Com falha',
  jobs_late_seconds: 'Job mais atrasado',
  scheduled_jobs_failing: 'Jobs agendados cuja última execução falhou',
  scheduled_jobs_late: 'Jobs agendados atrasados',
  backup_age_seconds: 'Idade do backup mais recente, ou da instalação',
  backups_made: 'Backups feitos',
  event_loop_delay_seconds: 'Atraso do event loop',
  process_resident_memory_bytes: 'Memória',
  live_documents_skipped_total: 'Atualizações puladas por páginas lentas',
};

const words: Readonly<Record<Standing, string>> = {
  ok: 'OK',
  warning: 'Advertência',
  alarm: 'Alarme',
  unknown: 'Desconhecido',
};

export const texts: typeof English = {
  title: 'Saúde',
  about: (version, roles) =>
    `Versão ${version}, este processo executa ${roles.join(', ') || 'todos os papéis'}. Mesmos valores que em /metrics.`,
  back: 'Configurações OEM',
  updated: 'Atualizado',
  failed: 'O servidor não responde. Se isso persistir, verifique o processo e seu log.',
  old: 'O servidor não responde; estes valores estão desatualizados.',
  allWell: 'Tudo em ordem',
  wrong: (names) => `Verifique ${names.join(', ')}`,
  parts,
  figures,
  words,
  todo: 'O que fazer',
  yes: 'sim',
  no: 'não',
  unknown: 'não conhecido',
  limit: (side, warning, alarm) => {
    const word = side === 'above' ? 'acima de' : 'em ou abaixo de';
    const phrases = [warning && `advertência ${word} ${warning}`, alarm && `alarme ${word} ${alarm}`].filter(Boolean);
    return phrases.join(', ');
  },
  alarmWhenNot: 'alarme se não',
  scheduled: {
    title: 'Jobs agendados',
    help: 'Quando cada job rodou pela última vez sem falhar. Um job que falha roda de novo no horário de sempre.',
    every: (span) => `a cada ${span}`,
    failed: (n, error) => `falhou ${n === 1 ? 'uma vez' : `${n} vezes seguidas`}: ${error}`,
    late: (span) => `${span} de atraso`,
    never: 'ainda não',
    names: {
      incidents: 'Agrupar alarmes em incidentes',
      'walk-tasks': 'Tarefas de testes de percurso assinados',
      'rule-units': 'Comparar unidades de regras e sensores',
      'edges.digest': 'E-mails após a queda de um edge',
      'on-call-gaps': 'Lacunas no plantão',
      'audit-seal': 'Selar o log de auditoria',
      'alive-mail': 'E-mail diário de sinal de vida',
      'handover-mails': 'E-mails de passagem de turno',
      'protection-watch': 'Sensores desativados',
      'protection-reach': 'Registro de quem é avisado',
      'protection-scan': 'Busca por sensores mortos',
      'read-rss': 'Ler feeds RSS',
      'protection-mail': 'E-mails de proteção',
      'out-of-service.reviews': 'Lembretes de revisão',
      'webhook-cleanup': 'Limpar entregas de webhooks',
      'policy-test-reminders': 'Lembretes para testar políticas',
      'forget-accounts': 'Excluir sessões e e-mails antigos',
      'purge-removed': 'Excluir dispositivos e pessoas removidos',
    },
  },
  newer: (version) => `A versão ${version} está disponível.`,
  securityUpdate: (version) => `A versão ${version} corrige uma vulnerabilidade: instale-a logo.`,
  advisory: 'O que muda',
  heartbeat: {
    title: 'Sinal de vida',
    on: 'Um endereço externo é chamado a cada minuto enquanto pacotes são armazenados.',
    off: 'Desligado. Defina DEADMAN_URL com o endereço de um serviço que avise você quando as chamadas pararem.',
  },
  alive: {
    title: 'E-mail diário de sinal de vida',
    about:
      'Um e-mail por dia confirma que o servidor está rodando e informa seu estado. Se ele não chegar, verifique o servidor.',
    on: 'Enviar',
    receivers: 'Para',
    receiversHelp: 'Um endereço por linha, no máximo dez',
    hour: 'Às',
    zone: 'Fuso horário',
    save: 'SALVAR',
    saved: 'Salvo',
    failed: 'Ocorreu um erro. Tente novamente.',
    next: 'Próximo',
    last: 'Último',
    none: 'nenhum ainda',
    noServer: 'Nenhum servidor de e-mail está definido (SMTP_URL): o e-mail ficaria na caixa de e-mails do portal.',
    isOn: (hour, zone, receivers) => `Enviado às ${hour} ${zone} para ${receivers}`,
    isOff: 'Não enviado',
    readOnly: 'Só usuários OEM e superusuários podem alterar isto.',
  },
};
