import { bundleProgram } from './bundle-program'
import { packFolder } from './pack-folder'

const NAME = 'turnpike-conformance'

/** Packs what checks a server against x402 as an npm package that depends on nothing. Returns the file's path. */
export function packConformance(destination: string): Promise<string> {
  return packFolder({ sources: 'packages/conformance', destination }, async (folder) => {
    await bundleProgram({ folder, name: NAME, source: 'packages/conformance/src/main.ts' })
    return manifest
  })
}

const manifest = {
  name: NAME,
  description: 'Checks any server, from outside, against the wire format of x402 version 2 (HTTP 402).',
  type: 'module',
  bin: { [NAME]: `bin/${NAME}.mjs` },
  files: ['bin', 'THIRD-PARTY-LICENSES.md'],
  keywords: ['x402', '402', 'payments', 'conformance', 'test'],
  publishConfig: { access: 'public', provenance: true },
}
