import type { texts as English } from '../../texts/tour.ts';

export const texts: typeof English = {
  where: {
    title: 'Dónde está usted',
    text: 'Cliente, sitio y dispositivo. Todas las páginas tratan de lo que elige aquí; cada pestaña del navegador conserva su propia elección.',
  },
  age: {
    title: 'Cada valor tiene su antigüedad',
    text: 'El tablero muestra un dispositivo en vivo. Junto a cada valor está su antigüedad; un valor antiguo se vuelve gris. Confíe en la antigüedad, no solo en el número.',
  },
  graphs: {
    title: 'Cómo se llegó a esto',
    text: 'Los gráficos van de los últimos diez minutos a treinta días y más. Las franjas rojas son alarmas; en los tramos rayados no se recibió nada.',
  },
  bell: {
    title: 'Alarmas',
    text: 'El número cuenta lo que está activo ahora. Una alarma pone además una línea roja encima de cada página. Reconózcala allí, para que los demás vean quién se ocupa. La que se normalizó sin que nadie la viera sigue en la bitácora hasta que alguien la reconozca.',
  },
  reach: {
    title: 'A quién se notifica',
    text: 'De guardia muestra a quién se notifica una alarma, y quién sigue si nadie la reconoce. En Mis notificaciones, dentro de su propio menú, agregue su teléfono o este navegador y pruébelos.',
  },
  protection: {
    title: 'Lo que ahora no protege',
    text: 'Todo lo que en este momento no le avisaría: aplazado, fuera de servicio, sin conexión, con la prueba periódica vencida o posiblemente muerto. El número indica cuánto es.',
  },
  sites: {
    title: 'Configúrelo',
    text: 'Los sitios contienen dispositivos y personas. Agregue un dispositivo con el número de serie y el código que lleva impresos, después las personas con lo que pueden hacer.',
  },
  plant: {
    title: 'Su planta como dibujo',
    text: 'Dibuje máquinas, asigne sus sensores, publique. Así todos ven de un vistazo dónde hay algo mal, ahora o en cualquier momento pasado.',
  },
  help: {
    title: 'Cuando no sepa cómo seguir',
    text: 'El signo de interrogación explica la página en la que está; en un teléfono está en Más. Desde allí se puede ver de nuevo este recorrido guiado.',
  },
};
