import sharp from 'sharp'

const INK = '#14407f'
const PAPER = '#f3ecdd'
const SUN = '#d9902f'

const frame = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 64 64"><rect width="64" height="64" fill="${PAPER}"/>${inside}</svg>`
const dot = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="5" fill="${INK}"/>`
const bar = (x: number, height: number) =>
  `<rect x="${x}" y="${52 - height}" width="8" height="${height}" fill="${INK}"/>`

/** A sun on the horizon; one number as its parts; a die. */
const drawings: Record<string, string> = {
  daylight: frame(
    `<circle cx="32" cy="42" r="16" fill="${SUN}"/><rect y="42" width="64" height="22" fill="${PAPER}"/><rect x="8" y="42" width="48" height="4" fill="${INK}"/>`,
  ),
  factors: frame([bar(10, 40), bar(24, 20), bar(34, 12), bar(44, 8)].join('')),
  dice: frame(
    `<rect x="12" y="12" width="40" height="40" rx="7" fill="none" stroke="${INK}" stroke-width="4"/>${dot(23, 23)}${dot(32, 32)}${dot(41, 41)}`,
  ),
}

/** The icon of a sample service as PNG, 128 pixels square; null for an unknown name. */
export async function sampleIcon(name: string): Promise<Buffer | null> {
  const drawing = Object.hasOwn(drawings, name) ? drawings[name] : undefined
  return drawing === undefined ? null : sharp(Buffer.from(drawing)).png().toBuffer()
}
