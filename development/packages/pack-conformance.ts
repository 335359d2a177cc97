import { join } from 'node:path'
import { bundleProgram } from './bundle-program'
import { packFolder } from './pack-folder'

const SOURCES = 'packages/conformance'

/** Packs the conformance check of x402 servers as an npm package without dependencies. Returns the file's path. */
export function packConformance(destination: string): Promise<string> {
  return packFolder({ sources: SOURCES, destination }, async (folder) => {
    await bundleProgram({ folder, name: 'turnpike-conformance', source: join(SOURCES, 'src/main.ts') })
    return {}
  })
}
