import type { texts as English } from '../../texts/settings.ts';
import { counted, plural } from './words.ts';

export const texts: typeof English = {
  hub: {
    title: 'Configuración OEM',
    groups: { settings: 'Configuración del portal', operation: 'Operación' },
    reset: {
      act: 'Restablecer valores',
      ask: {
        title: '¿Restablecer todos los ajustes a sus valores predeterminados?',
        body: 'Los contactos de soporte, los estilos propios, las fuentes RSS, la pasarela SMS, el correo diario y los plazos de la auditoría quedan como en una instalación nueva, y el personal necesita un segundo factor. Las páginas estáticas, los clientes y sus datos se conservan.',
      },
      done: 'Ajustes restablecidos',
    },
    cards: {
      rss: {
        title: 'Canales RSS',
        action: 'Editar campos',
        about: 'Todos los que inician sesión pueden ver los canales en la barra lateral.',
      },
      styles: {
        title: 'Estilos propios',
        action: 'Páginas estáticas y CSS',
        about: 'Los enlaces de las páginas estáticas aparecen al pie de la página.',
      },
      contacts: {
        title: 'Contactos de soporte',
        action: 'Configurar contactos',
        about: 'Se muestran en el menú de perfil, en las páginas de error y al pie de cada correo.',
      },
      secondFactor: {
        title: 'Segundo factor',
        action: 'Segundo factor del personal',
        about: 'Si el personal del portal necesita un código de su teléfono para iniciar sesión.',
      },
      sms: {
        title: 'SMS',
        action: 'Gateway SMS',
        about: 'Cómo se envían los mensajes de texto y cómo vuelven sus respuestas.',
      },
      health: {
        title: 'Estado',
        action: 'Estado del servidor',
        about:
          'Adaptadores, grabación, base de datos, disco, correo, trabajos, respaldos: valores, límites y qué hacer.',
      },
      registry: {
        title: 'Registro de dispositivos',
        action: 'Dispositivos fabricados',
        about: 'Números de serie y códigos que se pueden dar de alta, importados de archivos CSV.',
      },
      unknown: {
        title: 'Nodos edge desconocidos',
        action: 'Aún sin dar de alta',
        about: 'Nodos edge y direcciones que envían datos pero aún no pertenecen a un dispositivo.',
      },
      mailbox: {
        title: 'Correo saliente',
        action: 'Correos y su estado',
        about: 'Correos en cola, enviados y fallidos; sin servidor de correo, los correos mismos.',
      },
      removed: {
        title: 'Eliminados',
        action: 'Restaurar',
        about: 'Clientes, sitios y dispositivos de los últimos 30 días.',
      },
      audit: {
        title: 'Bitácora de auditoría',
        action: 'Cambios de usuarios',
        about: 'Quién cambió qué, cuándo y desde dónde.',
      },
    },
  },
  rss: {
    title: 'Canales RSS',
    back: 'Configuración OEM',
    about:
      'El portal lee cada canal cada 30 minutos y muestra las 20 entradas más recientes en la barra lateral, solo como texto.',
    empty: 'Aún no hay canales',
    emptyAbout:
      'Agregue uno, como las noticias de su empresa. Todos los que inician sesión ven sus entradas en la barra lateral.',
    item: (n) => `Canal ${n}`,
    name: { label: 'Título', missing: 'Ingrese el título' },
    description: { label: 'Descripción', missing: 'Ingrese la descripción' },
    url: { label: 'URL', missing: 'Ingrese la URL' },
    remove: 'Eliminar',
    add: 'Agregar canal',
    save: 'GUARDAR',
    saved: 'Canales RSS guardados',
    fetched: 'Leído',
    never: 'Aún sin leer',
    failed: (why) => `No se pudo leer: ${why}`,
  },
  contacts: {
    title: 'Contactos de soporte',
    address: 'Dirección de soporte',
    addressTooLong: 'Este campo admite como máximo 255 caracteres',
    phone: 'Teléfono de soporte',
    email: { label: 'Correo de soporte', invalid: 'El correo no es válido' },
    save: 'GUARDAR',
    saved: 'Contactos de soporte guardados',
    empty: 'Ocurrió un error. Revise su conexión a Internet.',
  },
  secondFactor: {
    title: 'Segundo factor del personal',
    staff: 'Personal del portal',
    required: 'Obligatorio',
    optional: 'Opcional',
    about:
      'El personal ve a todos los clientes. Si es obligatorio, quien no tenga un segundo factor solo puede abrir su configuración, y sus claves de API dejan de funcionar hasta que lo configure. Cada cliente decide para su propia gente en la página del cliente.',
    count: (staff, without) => {
      const people = plural(staff, { one: 'Una persona', other: `${staff} personas` });
      return without === 0
        ? `${people}, con segundo factor en todos los casos.`
        : `${people}, ${without} sin segundo factor.`;
    },
    fixed: 'Lo decide la variable TOCSIN_STAFF_SECOND_FACTOR del servidor. Quítela y reinicie para cambiarlo aquí.',
    readOnly: 'Solo los superusuarios pueden cambiarlo.',
    require: 'Exigir un segundo factor',
    requireAsk: '¿Exigir un segundo factor al personal del portal?',
    requireAbout: (without) =>
      without === 0
        ? 'Todo el personal del portal tiene uno.'
        : `${without} no ${plural(without, { one: 'tiene', other: 'tienen' })} ninguno. Desde ahora solo ${plural(without, { one: 'puede', other: 'pueden' })} abrir su configuración.`,
    nowRequired: 'El personal del portal necesita ahora un segundo factor',
    end: 'Hacerlo opcional',
    endAsk: '¿Permitir que el personal del portal inicie sesión sin segundo factor?',
    endAbout: 'Entonces basta una contraseña robada para leer y cambiar los datos de todos los clientes.',
    nowOptional: 'El personal del portal puede iniciar sesión ahora sin segundo factor',
    wayBack:
      'Si ya nadie puede iniciar sesión, ejecute en el servidor: npm run tocsin -- reset-second-factor --email CORREO. Esa persona configura después uno nuevo.',
  },
  styles: {
    title: 'Estilos propios',
    css: 'Hoja de estilos',
    cssAbout:
      'Cambia el aspecto de las páginas para todos. No puede cargar otros archivos. Las alarmas, los avisos emergentes y los avisos de conexión conservan su propio aspecto. :root es la página completa.',
    preview: 'Vista previa',
    save: 'GUARDAR',
    saved: 'Estilos propios guardados',
    newer: 'Mostrar la versión más reciente',
    pages: 'Páginas estáticas',
    pagesAbout: 'Sus enlaces aparecen al pie de la página, en este orden.',
    add: 'Agregar página',
    edit: 'Cambiar',
    remove: 'Eliminar',
    removeAsk: (title) => `¿Eliminar la página ${title}?`,
    removeAbout: 'Su enlace se quita de todas las páginas.',
    removed: 'Página eliminada',
    pageSaved: 'Página guardada',
    none: 'Ninguna página estática',
    addTitle: 'Agregar página',
    editTitle: (title) => `Cambiar ${title}`,
    name: { label: 'Título', missing: 'Ingrese el título' },
    slug: {
      label: 'Slug',
      help: 'Déjelo vacío para crearlo a partir del título.',
      shape: 'Use letras minúsculas, dígitos y guiones',
    },
    order: 'Orden',
    content: 'Contenido',
    cancel: 'CANCELAR',
    tools: {
      bar: 'Herramientas de texto',
      bold: 'Negrita',
      italic: 'Cursiva',
      heading: 'Encabezado',
      paragraph: 'Párrafo',
      bullets: 'Lista con viñetas',
      numbers: 'Lista numerada',
      link: 'Enlace',
      unlink: 'Quitar enlace',
      linkAsk: 'Dirección del enlace (https://...)',
      linkSet: 'Poner enlace',
      linkShape: 'Use una dirección que comience con https://, http://, mailto: o tel:',
      asHtml: 'Editar como HTML',
      htmlOnly: (elements) => `Esta página contiene formatos que solo HTML muestra: ${elements.join(', ')}`,
    },
  },
  unknown: {
    title: 'Nodos edge desconocidos',
    about:
      'Nodos edge de los que este servidor ha recibido datos desde que se inició, primero los más recientes. Sus datos no se guardan.',
    columns: {
      address: 'GRUPO / NODO EDGE / DISPOSITIVO',
      convention: 'PROTOCOLO',
      via: 'RECIBIDO POR',
      messages: 'MENSAJES',
      last: 'ÚLTIMO MENSAJE',
    },
    conventions: { sparkplug: 'Sparkplug B', json: 'JSON' },
    broker: 'Bróker externo',
    gateway: (site, company) => `Gateway de ${site}, ${company}`,
    claim: 'Dar de alta como dispositivo',
    otherSite: 'Su dispositivo pertenece a otro sitio',
    noName: 'Este nombre no es un UDF ID válido',
    empty: 'Ningún nodo edge desconocido',
    emptyAbout:
      'Cada nodo edge que envía pertenece a un dispositivo. Uno con nombre desconocido aparece aquí cuando envía, con un enlace para darlo de alta.',
    failed: 'Ocurrió un error. Intente de nuevo.',
  },
  registry: {
    title: 'Registro de dispositivos',
    search: 'Buscar por número de serie',
    all: 'Todos',
    free: 'Libre',
    claimed: 'Dado de alta',
    state: 'Estado',
    import: 'Importar CSV',
    about: 'Columnas: serial_number, code, device_type (F500, 0300, 0005, 0006, F500-UDF).',
    columns: {
      serial: 'NÚMERO DE SERIE',
      type: 'TIPO DE DISPOSITIVO',
      claimed: 'DADO DE ALTA COMO',
      imported: 'IMPORTADO',
    },
    freeRow: 'Libre',
    empty: 'Ningún dispositivo registrado',
    emptyFound: 'Ningún número de serie coincide',
    result: (added, changed, unchanged) =>
      `${counted(added, { one: 'agregado', other: 'agregados' })}, ${counted(changed, { one: 'cambiado', other: 'cambiados' })}, ${unchanged} sin cambios`,
    badTitle: (bad) =>
      plural(bad, { one: 'Una fila no se puede importar', other: `${bad} filas no se pueden importar` }),
    line: (line, serial, text) => `Línea ${line}${serial ? ` (${serial})` : ''}: ${text}`,
    takeGood: (good) => plural(good, { one: 'Importar la fila válida', other: `Importar las ${good} filas válidas` }),
    nothing: 'No se importó nada.',
    cancel: 'Cancelar',
    failed: 'Ocurrió un error. Intente de nuevo.',
  },
  firstSteps: {
    title: 'Primeros pasos',
    done: (done, all) => `${done} de ${all} hechos`,
    close: 'Ocultar',
    isDone: 'Hecho',
    isOpen: 'Aún sin hacer',
    steps: {
      mail: {
        title: 'Servidor de correo',
        about:
          'Defina SMTP_URL y MAIL_FROM en el servidor y reinícielo. Hasta entonces los correos quedan en el portal.',
      },
      client: {
        title: 'Primer cliente',
        about: 'Una empresa y su persona de contacto, que recibe un enlace de activación.',
      },
      registry: {
        title: 'Registro de dispositivos',
        about: 'Un archivo CSV de las unidades fabricadas con sus códigos.',
      },
      frame: {
        title: 'Primera trama del primer dispositivo',
        about: 'Agregue un sitio y un dispositivo, y siga su página Cómo conectar.',
      },
      policy: {
        title: 'Guardia',
        about: 'Una política de escalamiento notifica a una persona tras otra hasta que alguien reconoce la alarma.',
      },
      backup: {
        title: 'Respaldo',
        about:
          'En el servidor: npm run tocsin -- backup ARCHIVO. Prográmelo cada noche, y pruebe una vez una restauración.',
      },
    },
  },
  news: { title: 'Noticias', none: 'Sin noticias', open: 'se abre en una pestaña nueva' },
  failed: 'Ocurrió un error. Intente de nuevo.',
};
