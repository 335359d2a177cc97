import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bundleProgram } from './bundle-program'
import { asJson, packFolder } from './pack-folder'

const SOURCES = 'packages/cli'

/** Packs the program `turnpike` as an npm package that depends on nothing. Returns the file's path. */
export function packCli(destination: string): Promise<string> {
  return packFolder({ sources: SOURCES, destination }, async (folder, { version }) => {
    await bundleProgram({ folder, name: 'turnpike', source: 'lib/processes/cli/main.ts' })
    const server = z.object({ packages: z.array(z.object({}).passthrough()) }).passthrough()
    const described = server.parse(JSON.parse(readFileSync(join(SOURCES, 'server.json'), 'utf8')))
    const packages = described.packages.map((one) => ({ ...one, version }))
    writeFileSync(join(folder, 'server.json'), asJson({ ...described, version, packages }))
    return manifest
  })
}

const manifest = {
  name: 'turnpike-cli',
  description: 'Buys from anybody who sells behind HTTP 402 (x402): for people, scripts and agents.',
  type: 'module',
  bin: { turnpike: 'bin/turnpike.mjs' },
  files: ['bin', 'skill', 'server.json', 'THIRD-PARTY-LICENSES.md'],
  keywords: ['x402', '402', 'payments', 'mcp', 'agents'],
  publishConfig: { access: 'public', provenance: true },
}
