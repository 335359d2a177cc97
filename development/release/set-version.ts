import { asJson } from '@/development/packages/pack-folder'

const PACKED = /\b(turnpike-(?:cli|conformance|gate)-)\d+\.\d+\.\d+(?=\.tgz\b)/g
const OWN = /^(export const VERSION = ')[^']+(?=')/m

/** The text of a file of the project in a version: its own number, and those in names of our packages. */
export function setVersion(path: string, text: string, version: string): string {
  if (path === 'package.json') return asJson({ ...(JSON.parse(text) as object), version })
  if (path === 'package-lock.json') {
    const lock = JSON.parse(text) as { packages: Record<string, object> } // npm writes this shape.
    return asJson({ ...lock, version, packages: { ...lock.packages, '': { ...lock.packages[''], version } } })
  }
  return text.replace(PACKED, `$1${version}`).replace(OWN, `$1${version}`)
}
