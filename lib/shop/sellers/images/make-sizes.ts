import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/** An image in one width, as WebP without metadata; width and height in pixels. */
export type ImageSize = { width: number; height: number; bytes: Uint8Array<ArrayBuffer> }

/** 1,600 for phones and windows at twice the density of a page 700 pixels wide; 800 for everything else. */
const WIDTHS = [1_600, 800]
/** Pixels of an uploaded image. Decoded, each takes some bytes. */
const MAX_PIXELS = 40_000_000
const DECODING_SECONDS = 20
/** WebP has no side that is longer: a tall image keeps its width up to that height. */
const LONGEST_SIDE = 16_383

/** Allowed formats, recognised by their bytes; the decoder must find the same one, so that it reads no other format. */
const formats = [
  { name: 'jpeg', start: /^\xff\xd8\xff/ },
  { name: 'png', start: /^\x89PNG\r\n\x1a\n/ },
  { name: 'webp', start: /^RIFF.{4}WEBP/s },
  { name: 'gif', start: /^GIF8[79]a/ },
] as const

/**
 * Decodes an uploaded image and makes the widths that pages show, the largest first: upright, in sRGB, without metadata
 * such as the place where it was taken, and never larger than the original. Fails with `MEDIA_TYPE_UNKNOWN` for
 * anything but a still JPEG, PNG, WebP or GIF, and with `FILE_TOO_LARGE` for too many pixels.
 */
export async function makeSizes(bytes: Buffer): Promise<ImageSize[]> {
  const start = bytes.toString('latin1', 0, 12)
  const format = formats.find((each) => each.start.test(start))
  if (!format) throw unknownFormat(bytes)
  try {
    return await decode(bytes, format.name)
  } catch (error) {
    if (isDomainError(error)) throw error
    // For damaged bytes, the decoder says only that it cannot read them.
    throw new DomainError('MEDIA_TYPE_UNKNOWN', say('imageDamaged'), {
      cause: error,
    })
  }
}

async function decode(bytes: Buffer, format: string): Promise<ImageSize[]> {
  const sharp = await loadDecoder()
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: DECODING_SECONDS })
  // Reads only the header, whatever size it claims.
  const found = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (found.format !== format) throw unknownFormat(bytes)
  if (found.width * found.height > MAX_PIXELS) throw new DomainError('FILE_TOO_LARGE', say('imageTooWide'))
  if ((found.pages ?? 1) > 1) throw new DomainError('MEDIA_TYPE_UNKNOWN', say('imageMoves'))
  const sizes: ImageSize[] = []
  for (const width of WIDTHS) {
    const { data, info } = await open()
      .autoOrient()
      .resize({ width, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    if (sizes.some((larger) => larger.width === info.width)) break
    sizes.push({ width: info.width, height: info.height, bytes: new Uint8Array(data) })
  }
  return sizes
}

function unknownFormat(bytes: Buffer): DomainError {
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4_096))
  const detail = isSvg ? say('imageSvg') : say('imageNone')
  return new DomainError('MEDIA_TYPE_UNKNOWN', detail)
}

/** Loads native code with the first image. Link previews use it too, so its settings stay unchanged. */
async function loadDecoder() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
