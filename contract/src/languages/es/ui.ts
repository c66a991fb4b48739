import type { texts as English } from '../../texts/ui.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  loading: 'Cargando...',
  again: 'Intentar de nuevo',
  close: 'Cerrar',
  clear: 'Borrar',
  cancel: 'Cancelar',
  cancelForm: 'CANCELAR',
  notSaved: 'No se guardó nada: no se pudo alcanzar el portal. Lo que escribió sigue aquí.',
  newerVersion: 'Mostrar la versión más reciente',
  leave: 'Sus cambios no están guardados. ¿Salir de esta página?',
  wentWrong: 'Algo salió mal. Intente actualizar la página',
  notLoaded:
    'Sin conexión con el servidor. Esta página no se abrió antes, así que aún no se puede mostrar. Se abre por sí sola cuando vuelva la conexión.',
  noSuchPage: 'Esta página no existe',
  toStart: 'Ir al inicio',
  nothingFound: 'No se encontró nada',
  removal: {
    title: (kind, name) => `¿Eliminar ${kind} ${name}?`,
    all: 'Eliminar todo',
    remove: 'Eliminar',
    dependents: 'También se elimina:',
    sites: (count) => counted(count, { one: 'sitio', other: 'sitios' }),
    devices: (count) => counted(count, { one: 'dispositivo', other: 'dispositivos' }),
    usedIn: (schemas) => `se usa en ${schemas}`,
    typeName: (name) => `Escriba el nombre: ${name}`,
    restorable: 'El operador del portal puede recuperarlo dentro de 30 días; después se borra su historial.',
  },
  ago: (span) => `hace ${span}`,
  now: 'ahora',
  never: 'nunca',
  since: (moment) => `desde ${moment}`,
  fromTo: (from, to) => `${from} a ${to}`,
  lasting: (span) => `durante ${span}`,
  chartKeys: {
    zoom: ['Arrastrar', 'Acercar un gráfico'],
    whole: ['Doble clic', 'Todo el gráfico de nuevo'],
    wheel: ['Ctrl y rueda', 'Zoom de un gráfico'],
    pan: ['Mayús y arrastrar', 'Moverse por un gráfico'],
  },
  summary: {
    lastFrame: 'Última trama',
    never: 'aún ninguna',
    active: 'Activo ahora',
    counts: (alarms, warnings) =>
      [
        alarms > 0 && counted(alarms, { one: 'alarma', other: 'alarmas' }),
        warnings > 0 && counted(warnings, { one: 'advertencia', other: 'advertencias' }),
      ]
        .filter(Boolean)
        .join(', ') || 'nada',
    proof: 'Prueba periódica',
    none: 'nada que probar',
  },
};
