import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `@x402/fetch@2.9.0` of a package as it is installed, by the name that it has at the registry. */
export function labelOf(folder: string, name: string): string {
  const { name: published, version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { name: string; version: string }
  return `${published}@${version}`
}
