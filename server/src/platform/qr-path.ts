import QRCode from 'qrcode';

/**
 * The modules of a QR code as one SVG path in module units; adjacent dark modules are merged into rectangles. With `M`
 * 15 % of the code may be unreadable, with `Q` 25 %.
 */
export function qrPath(
  text: string,
  errorCorrectionLevel: 'M' | 'Q',
): { readonly path: string; readonly size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel });
  const { size, data } = modules;
  const commands: string[] = [];
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const begin = x;
      while (x < size && data[y * size + x]) x++;
      if (x > begin) commands.push(`M${begin} ${y}h${x - begin}v1h${begin - x}z`);
    }
  return { path: commands.join(''), size };
}
