import { join } from 'node:path'
import { bundleProgram } from './bundle-program'
import { packFolder } from './pack-folder'

const SOURCES = 'packages/conformance'

/** Packs the program that checks a server against x402 as an npm package that depends on nothing. Returns the file's path. */
export function packConformance(destination: string): Promise<string> {
  return packFolder({ sources: SOURCES, destination }, async (folder) => {
    await bundleProgram({ folder, name: 'turnpike-conformance', source: join(SOURCES, 'src/main.ts') })
    return {}
  })
}
