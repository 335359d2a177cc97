import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of this run's bundles; `bundlePrograms` passes it to every process that the run starts. */
export const BUNDLES_VARIABLE = 'TURNPIKE_PROGRAM_BUNDLES'

const bundleName = (file: string) => file.replace(/\.ts$/, '.mjs')

/**
 * The arguments with which Node.js starts one of the project's TypeScript files, named from the project's root: its
 * bundle where this run has made one, else the file itself through tsx, which takes ten times as long.
 */
export function programCommand(file: string, args: string[] = []): string[] {
  const bundle = join(process.env[BUNDLES_VARIABLE] ?? '', bundleName(file))
  const isBundled = process.env[BUNDLES_VARIABLE] !== undefined && existsSync(bundle)
  return [...(isBundled ? [bundle] : ['--import', 'tsx', file]), ...args]
}
