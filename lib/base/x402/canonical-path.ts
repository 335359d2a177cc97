declare const pathBrand: unique symbol

/** A request path in its one canonical spelling; routes, entitlements and the catalog are keyed by it. */
export type CanonicalPath = string & { readonly [pathBrand]: true }

const MAX_PATH_CHARACTERS = 2048

/**
 * The one canonical spelling of a request's path, or null when it has none and so matches no route.
 * Refused: encoded or doubled slashes, backslashes, dot segments, `;` parameters, control characters, double
 * encoding, invalid UTF-8, a trailing slash, and the paths under which Next.js serves its own variants of a page.
 * Composed and decomposed letters (`é` as one character or two, as macOS writes names) are the same.
 * Colons, stars and brackets come out encoded, so a path can never be mistaken for a pattern or a template.
 */
export function canonicalPath(rawPathname: string): CanonicalPath | null {
  if (rawPathname === '/') return '/' as CanonicalPath // The root has no other spelling.
  if (rawPathname.length > MAX_PATH_CHARACTERS || !/^(\/[!-.0-~]+)+$/.test(rawPathname)) return null
  const segments = rawPathname.slice(1).split('/').map(decodeSegment)
  const canonical = segments.map((segment) => (segment === null ? null : encodeSegment(segment)))
  if (canonical.includes(null) || isFrameworkPath(segments)) return null
  return `/${canonical.join('/')}` as CanonicalPath // Every segment was decoded once and encoded by us.
}

/** A decoded path segment in its canonical spelling, or null when no path may contain it. */
export function canonicalSegment(decoded: string): string | null {
  const segment = decoded.normalize('NFC')
  return isPlainSegment(segment) ? encodeSegment(segment) : null
}

export function decodeCanonicalSegment(segment: string): string {
  return decodeURIComponent(segment)
}

function decodeSegment(raw: string): string | null {
  if (/[?#]/.test(raw)) return null
  try {
    const segment = decodeURIComponent(raw).normalize('NFC')
    return isPlainSegment(segment) ? segment : null
  } catch {
    return null // Malformed percent signs or invalid UTF-8.
  }
}

const isPlainSegment = (segment: string) =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  segment.isWellFormed() &&
  !/[/\\;\u0000-\u001f\u007f-\u009f]|%[0-9a-fA-F]{2}/.test(segment)

const encodeSegment = (segment: string) =>
  encodeURIComponent(segment)
    .replaceAll('*', '%2A')
    .replace(/%(24|26|2B|2C|3D|40)/g, (encoded) => decodeURIComponent(encoded))

/** `/_next/data/…` and `….rsc` are other renderings of a page; a gate that let them through would give it away. */
const isFrameworkPath = (segments: (string | null)[]) =>
  segments[0]?.toLowerCase() === '_next' || /\.rsc$/i.test(segments.at(-1) ?? '')
