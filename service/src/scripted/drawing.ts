/** A sunrise as an uncompressed 24-bit BMP: the one image format that needs no library to write. */
export function drawing(width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const headerBytes = 54;
  const bytes = new Uint8Array(headerBytes + rowBytes * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, headerBytes, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) bytes.set(colour(x / width, y / height), headerBytes + y * rowBytes + x * 3);
  }
  return bytes;
}

/** Blue, green, red of a point; `up` grows from the lower edge. */
function colour(across: number, up: number): [number, number, number] {
  const isGround = up < 0.3 + Math.sin(across * 5) * 0.05;
  const isSun = (across - 0.5) ** 2 * 3.2 + (up - 0.42) ** 2 < 0.03;
  if (isGround) return [72, 54 + up * 120, 48];
  if (isSun) return [120, 214, 255];
  return [120 + up * 110, 140 + up * 30, 250 - up * 150];
}
