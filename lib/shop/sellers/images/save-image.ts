import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { surfaceLimits } from '@/lib/base/http/limits'
import { readBytes } from '@/lib/base/http/read-body'
import { limitAtOnce } from '@/lib/base/infra/concurrency'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { id } from '@/lib/base/x402/views'
import type { Actor } from '../actor'
import { inOwnShop } from '../audit/own-shop'
import type { SellersContext } from '../ports'
import { reserveUpload } from '../quotas/quotas'

const { bodyBytes: maximumImageBytes } = surfaceLimits.images

type SentImage = {
  isImported?: boolean
  /** In bytes, where it is known beforehand. */
  size?: number | null
  body: ReadableStream<Uint8Array>
}

export const savedImageShape = z.object({
  imageId: id,
  address: z.string().describe('What a text shows it by: `![what it shows](image:…)`.'),
  width: z.number().describe('Of the largest width that is kept, in pixels.'),
  height: z.number(),
})
type SavedImage = z.infer<typeof savedImageShape>

/** Decoding takes a core and some hundred megabytes. */
const inTurn = limitAtOnce({ maxRunning: 2, maxWaiting: 40, maxWaitingPerCaller: 8 })

/**
 * Stores an image for the texts of the actor's shop. The same bytes again are the same image. It stays private until a
 * text shows it. Fails with `FILE_TOO_LARGE` above 10 MB, and as `makeSizes` and `reserveUpload` do.
 */
export async function saveImage(
  context: SellersContext,
  actor: Actor,
  { body, size, isImported = false }: SentImage,
): Promise<SavedImage> {
  if ((size ?? 0) > maximumImageBytes) throw tooLarge()
  const imageId = randomUUID()
  const bytes = size ?? maximumImageBytes
  await reserveUpload(context, actor, { uploadId: imageId, routeId: null, bytes, isImported })
  const forget = () => context.database.upload.deleteMany({ where: { uploadId: imageId } })
  try {
    const bytes = await readBytes({ body }, { maxBytes: maximumImageBytes, timeoutMs: 120_000 }).catch(refuseLarge)
    const sizes = await inTurn(actor.accountId, () => makeSizes(bytes))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const kept = await store(context, actor, { imageId, sha256, sizes })
    if (kept !== imageId) await forget()
    const [{ width, height }] = sizes as [ImageSize] // Each image has one.
    return { imageId: kept, address: `image:${kept}`, width, height }
  } catch (error) {
    await forget()
    throw error
  }
}

/** Returns the image's id: the earlier one where the same bytes were stored already. */
function store(
  context: SellersContext,
  actor: Actor,
  { imageId, sha256, sizes }: { imageId: string; sha256: string; sizes: ImageSize[] },
): Promise<string> {
  return inOwnShop(context, actor, async ({ transaction, sellerId, now }) => {
    const before = await transaction.shopImage.findUnique({ where: { sellerId_sha256: { sellerId, sha256 } } })
    if (before) {
      await transaction.shopImage.update({ where: { imageId: before.imageId }, data: { namedAt: now } })
      return before.imageId
    }
    const stored = sizes.map(({ bytes, ...size }) => ({ ...size, size: bytes.byteLength, bytes }))
    const data = { imageId, sellerId, sha256, createdAt: now, namedAt: now, sizes: { create: stored } }
    await transaction.shopImage.create({ data })
    const sum = stored.reduce((bytes, { size }) => bytes + size, 0)
    await transaction.upload.update({ where: { uploadId: imageId }, data: { bytes: BigInt(sum) } })
    return imageId
  })
}

function refuseLarge(error: unknown): never {
  throw isDomainError(error) && error.code === 'BODY_TOO_LARGE' ? tooLarge() : error
}

const tooLarge = () => new DomainError('FILE_TOO_LARGE', say('imageTooLarge'))

/** An image in one width, as WebP without metadata; width and height in pixels. */
type ImageSize = { width: number; height: number; bytes: Uint8Array<ArrayBuffer> }

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
  const format = formats.find(({ start }) => start.test(bytes.toString('latin1', 0, 12)))
  if (!format) throw unknownFormat(bytes)
  try {
    return await decode(bytes, format.name)
  } catch (error) {
    if (isDomainError(error)) throw error
    // For damaged bytes, the decoder says only that it cannot read them.
    throw new DomainError('MEDIA_TYPE_UNKNOWN', say('imageDamaged'), { cause: error })
  }
}

async function decode(bytes: Buffer, format: string): Promise<ImageSize[]> {
  const sharp = await loadDecoder()
  // Reads only the header, whatever size it claims.
  const found = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (found.format !== format) throw unknownFormat(bytes)
  if (found.width * found.height > MAX_PIXELS) throw new DomainError('FILE_TOO_LARGE', say('imageTooWide'))
  if ((found.pages ?? 1) > 1) throw new DomainError('MEDIA_TYPE_UNKNOWN', say('imageMoves'))
  const open = (...input: Parameters<typeof sharp>) => sharp(...input).timeout({ seconds: DECODING_SECONDS })
  const within = (width?: number) => ({ width, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }) as const
  // A large PNG takes as long to read as to write in both widths.
  const { data: pixels, info: large } = await open(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(within(WIDTHS[0]))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: large.width, height: large.height, channels: large.channels }
  const sizes: ImageSize[] = []
  for (const width of WIDTHS) {
    const { data, info } = await open(pixels, { raw })
      .resize(within(width))
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    if (sizes.some((larger) => larger.width === info.width)) break
    sizes.push({ width: info.width, height: info.height, bytes: new Uint8Array(data) })
  }
  return sizes
}

function unknownFormat(bytes: Buffer): DomainError {
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4_096))
  return new DomainError('MEDIA_TYPE_UNKNOWN', isSvg ? say('imageSvg') : say('imageNone'))
}

/** Loads native code with the first image. Link previews use it too, so its settings stay unchanged. */
async function loadDecoder() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
