/** Headers of images in their formats, with any size that a header can claim; enough to be told apart. */

export const png = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), size, Buffer.from([8, 6, 0, 0, 0])])
}

/** An APP0 segment stands before the frame header, as JFIF files have it. */
export const jpeg = (width: number, height: number): Buffer => {
  const app0 = [0xff, 0xe0, 0, 4, 0, 0]
  const frame = [0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 0, 0, 0]
  return Buffer.from([0xff, 0xd8, ...app0, ...frame])
}

export const gif = (width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from('GIF89a'), Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0, 0, 0])])

export const webp = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8])
  const start = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0'), Buffer.from([0x30, 1, 0]), frame])
  return Buffer.concat([start, Buffer.alloc(16)])
}
