/** What the bytes of an image are, by the bytes alone. */
export type RasterImage = { mediaType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' }

/** Of either side; what an icon is shown at needs far less, and a browser must decode it. */
const MAX_PIXELS = 1_024

/**
 * Reads bytes as a still raster image of bounded size, or says why they are none. Whatever the server called them,
 * only PNG, JPEG, WebP and GIF pass; SVG can carry scripts, and icons do not move.
 */
export function readRasterImage(bytes: Buffer): RasterImage | { problem: string } {
  const format = formats.find(({ isIt }) => isIt(bytes))
  if (!format) return { problem: 'not_raster' }
  const size = format.sizeOf(bytes)
  if (size === null) return { problem: 'unreadable' }
  if (size.width < 1 || size.height < 1) return { problem: 'unreadable' }
  if (size.width > MAX_PIXELS || size.height > MAX_PIXELS) return { problem: 'too_many_pixels' }
  if (format.movesBy.some((mark) => bytes.includes(mark, 0, 'latin1'))) return { problem: 'animated' }
  return { mediaType: format.mediaType }
}

type Size = { width: number; height: number }

type Format = RasterImage & {
  isIt: (bytes: Buffer) => boolean
  /** Null when the header is cut or not as the format has it. */
  sizeOf: (bytes: Buffer) => Size | null
  /** What only images that move contain. */
  movesBy: string[]
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

const formats: Format[] = [
  {
    mediaType: 'image/png',
    isIt: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
    sizeOf: (bytes) =>
      bytes.length >= 24 && startsWith(bytes, 'IHDR', 12)
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : null,
    movesBy: ['acTL'],
  },
  { mediaType: 'image/jpeg', isIt: (bytes) => startsWith(bytes, '\xff\xd8\xff'), sizeOf: sizeOfJpeg, movesBy: [] },
  {
    mediaType: 'image/gif',
    isIt: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
    sizeOf: (bytes) => (bytes.length >= 10 ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : null),
    movesBy: ['NETSCAPE2.0'],
  },
  {
    mediaType: 'image/webp',
    isIt: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
    sizeOf: sizeOfWebp,
    movesBy: ['ANIM'],
  },
]

/** Walks the segments to the frame header, which is the first of the SOF kind. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** The three kinds of WebP keep their size in different places. */
function sizeOfWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null
  if (startsWith(bytes, 'VP8X', 12)) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (startsWith(bytes, 'VP8 ', 12)) {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  return null
}
