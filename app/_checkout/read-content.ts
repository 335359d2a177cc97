import { CUT_HEADER } from '@/lib/site/browser/purchase'
import { isPicture } from '@/lib/site/ui/media-type'

/** Bought content of any type, ready to be shown and to be saved as a file. */
export type Content = {
  file: File
  /** A URL of the bytes within this browser, valid while the page is open. */
  address: string
  /** Their address at this site, where it has one: browsers within wallets' apps save nothing from within themselves. */
  savedAt: string
  /** It is longer than the relay passes on. */
  isCut: boolean
} & ({ kind: 'html' | 'text' | 'json'; text: string } | { kind: 'image' | 'pdf' | 'other' })

const MAX_SHOWN_BYTES = { html: 8_000_000, text: 2_000_000, json: 2_000_000 }

/**
 * Reads an answer as content. Any image is safe: in an `img` element it runs nothing.
 * @param isKept the browser's cookies open it at its own address too
 */
export async function readContent(response: Response, url: string, isKept: boolean): Promise<Content> {
  const type = (response.headers.get('content-type') ?? 'application/octet-stream').split(';', 1)[0]?.trim() ?? ''
  const blob = await response.blob()
  const file = new File([blob], fileNameOf(response, url, type), { type })
  const place = isKept && response.headers.get('content-location')
  const address = URL.createObjectURL(file)
  const isCut = response.headers.has(CUT_HEADER)
  const kept = {
    file,
    address,
    isCut,
    savedAt: place ? new URL(place, new URL(url, window.location.href)).href : address,
  }
  if (isPicture(type)) return { kind: 'image', ...kept }
  if (type === 'application/pdf') return { kind: 'pdf', ...kept }
  const kind = textKindOf(type)
  if (kind === null || blob.size > MAX_SHOWN_BYTES[kind]) return { kind: 'other', ...kept }
  const text = await blob.text()
  return { kind, text: kind === 'json' ? prettyJson(text) : text, ...kept }
}

function textKindOf(type: string): 'html' | 'text' | 'json' | null {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return type.startsWith('text/') || type === 'application/xml' ? 'text' : null
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Sold as JSON but invalid: shown unchanged.
    return text
  }
}

const endings: Record<string, string> = { 'text/html': '.html', 'application/json': '.json', 'text/plain': '.txt' }

function fileNameOf(response: Response, url: string, type: string): string {
  const given = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const last = given ?? new URL(url, window.location.href).pathname.split('/').filter(Boolean).at(-1) ?? 'content'
  const name = last.replace(/[^\w.() -]+/g, '-')
  return name.includes('.') ? name : `${name}${endings[type] ?? ''}`
}
