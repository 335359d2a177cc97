import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { bundleProgram } from './bundle-program'
import { asJson, packFolder } from './pack-folder'

const SOURCES = 'packages/cli'

/** Packs the program `turnpike` as an npm package without dependencies. Returns the file's path. */
export function packCli(destination: string): Promise<string> {
  return packFolder({ sources: SOURCES, destination }, async (folder, { version, repository }) => {
    await bundleProgram({ folder, name: 'turnpike', source: join(SOURCES, 'src/main.ts') })
    const described = serverSchema.parse(JSON.parse(readFileSync(join(SOURCES, 'server.json'), 'utf8')))
    const packages = described.packages.map((one) => ({ ...one, version }))
    const server = { ...described, ...publisherOf(repository?.url, described.name), version, packages }
    writeFileSync(join(folder, 'server.json'), asJson(server))
    // Registries of MCP servers look for the server's name in its package.
    return { mcpName: server.name }
  })
}

const serverSchema = z.object({ name: z.string(), packages: z.array(z.object({}).passthrough()) }).passthrough()

/** The owner of a GitHub repository owns the names of MCP servers that begin with it, and no others. */
export function publisherOf(url: string | undefined, name: string): { name: string; repository?: object } {
  const owner = url === undefined ? null : /^(?:git\+)?https:\/\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?$/.exec(url)
  if (!owner) return { name }
  return {
    name: `io.github.${owner[1]}/${name.split('/').at(-1)}`,
    repository: { url: `https://github.com/${owner[1]}/${owner[2]}`, source: 'github' },
  }
}
