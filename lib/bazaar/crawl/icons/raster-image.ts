import { imageDimensionsFromData } from 'image-dimensions'
export type RasterImage = { mediaType: (typeof formats)[number]['mediaType'] }

/** Limit of each side; icons are shown much smaller, and a browser must decode them. */
const MAX_PIXELS = 1_024

/** The beginning of each format, and what only its animated images contain. */
const formats = [
  { mediaType: 'image/png', start: /^\x89PNG\r\n\x1a\n/, movesBy: 'acTL' },
  { mediaType: 'image/jpeg', start: /^\xff\xd8\xff/, movesBy: null },
  { mediaType: 'image/gif', start: /^GIF8[79]a/, movesBy: 'NETSCAPE2.0' },
  { mediaType: 'image/webp', start: /^RIFF.{4}WEBP/s, movesBy: 'ANIM' },
] as const

/**
 * Reads bytes as a still raster image of bounded size, or says why they are none. Ignores the media type that was sent:
 * only PNG, JPEG, WebP and GIF pass; SVG can carry scripts, and icons do not move.
 */
export function readRasterImage(bytes: Buffer): RasterImage | { problem: string } {
  const format = formats.find(({ start }) => start.test(bytes.toString('latin1', 0, 12)))
  if (!format) return { problem: 'not_raster' }
  const { width = 0, height = 0 } = imageDimensionsFromData(bytes) ?? {}
  if (width < 1 || height < 1) return { problem: 'unreadable' }
  if (width > MAX_PIXELS || height > MAX_PIXELS) return { problem: 'too_many_pixels' }
  if (format.movesBy !== null && bytes.includes(format.movesBy, 0, 'latin1')) return { problem: 'animated' }
  return { mediaType: format.mediaType }
}
