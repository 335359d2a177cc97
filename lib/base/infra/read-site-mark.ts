import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { envInvalid } from './variables'

export type SiteMark = { bytes: Uint8Array<ArrayBuffer>; mediaType: string; digest: string }

const MAX_BYTES = 200_000

/**
 * Reads the picture that stands for the site, once, at start. Fails with ENV_INVALID when it cannot be read, is too
 * large, or is of no kind that browsers show.
 */
export function readSiteMark(file: string | undefined): SiteMark | null {
  if (file === undefined) return null
  const bytes = readBytes(file)
  if (bytes.length > MAX_BYTES) throw refused(`must be a file of ${MAX_BYTES / 1000} kB at most`)
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType) throw refused('must be an SVG, PNG, JPEG or WebP picture')
  return { bytes, mediaType, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
}

function readBytes(file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(/*turbopackIgnore: true*/ file))
  } catch (cause) {
    throw refused('names a file that cannot be read', cause)
  }
}

function mediaTypeOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1_000)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp'
  return /^(\xef\xbb\xbf)?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/.test(head) && head.includes('<svg')
    ? 'image/svg+xml'
    : null
}

const refused = (problem: string, cause?: unknown) => envInvalid(`SITE_MARK ${problem}`, cause)
